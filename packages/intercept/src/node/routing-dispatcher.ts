import { Readable } from "node:stream";
import { Dispatcher } from "undici";
import { toWire } from "../fetch/exchange.ts";
import { bytesOf } from "../http/body.ts";
import { type HeaderEntry, headerOf, withoutHeaders } from "../http/headers.ts";
import type { FulfilledResponse } from "../http/response.ts";
import { HeldHandler } from "./dispatch-handler.ts";
import type { FetchCall } from "./fetch-calls.ts";
import type { HeldRequest, OutgoingChange, OutgoingRequest, ResponseTap } from "./node-pause.ts";

/** Who decides over the requests of a dispatcher. */
export interface DispatchDoor {
  /** The call of `fetch` that a dispatch belongs to. */
  callOf(url: string, headers: unknown): FetchCall | undefined;
  /** Whether a body that streams is wanted whole. */
  readsBody(url: string): boolean;
  /** False lets a request through untouched. */
  concerns(url: string, call: FetchCall | undefined): boolean;
  admit(held: HeldRequest, call: FetchCall | undefined): void;
  follows(call: FetchCall, from: string, location: string): void;
}

/** What is not in memory is read up to this size before the handlers run, and only when a route asked for it. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** A dispatcher that asks before it passes requests on. */
export class RoutingDispatcher extends Dispatcher {
  readonly #next: Dispatcher;
  readonly #door: DispatchDoor;

  constructor(next: Dispatcher, door: DispatchDoor) {
    super();
    this.#next = next;
    this.#door = door;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const url = `${options.origin ?? ""}${options.path}`;
    if (options.upgrade || options.method === "CONNECT") return this.#next.dispatch(options, handler);
    const call = this.#door.callOf(url, options.headers);
    const isWatched = call !== undefined && !call.isGlobal;
    const follow = isWatched ? (location: string): void => this.#door.follows(call, url, location) : undefined;
    if (!this.#door.concerns(url, call)) {
      return this.#next.dispatch(options, isWatched ? new HeldHandler(handler, follow) : handler);
    }
    const headers = readRequestHeaders(options.headers);
    if (headerOf(headers, "expect") !== undefined) return this.#next.dispatch(options, handler);
    const held = new HeldHandler(handler, follow);
    held.hold();
    const admit = ({ body, bytes }: Read): void =>
      this.#door.admit(
        this.#hold({ ...options, body }, held, { url, method: options.method, headers, body: bytes }),
        call,
      );
    this.#read(options, url, headers).then(admit, (error: Error) => held.fail(error));
    return true;
  }

  override close(): Promise<void> {
    return this.#next.close();
  }

  override destroy(): Promise<void> {
    return this.#next.destroy();
  }

  #hold(options: Dispatcher.DispatchOptions, held: HeldHandler, outgoing: OutgoingRequest): HeldRequest {
    return {
      client: headerOf(outgoing.headers, "sec-fetch-mode") === undefined ? "undici" : "fetch",
      outgoing,
      get isGone() {
        return held.isGone;
      },
      send: (change: OutgoingChange, tap: ResponseTap | undefined) => {
        held.tap(tap);
        this.#next.dispatch(changed(options, outgoing, change), held);
      },
      fail: (error: Error) => held.fail(error),
      answer: (response: FulfilledResponse) => void held.answer(response),
    };
  }

  async #read(
    { body = null }: Dispatcher.DispatchOptions,
    url: string,
    headers: readonly HeaderEntry[],
  ): Promise<Read> {
    const bytes = typeof body === "string" ? Buffer.from(body) : bytesOf(body);
    if (bytes !== undefined || !isAsyncIterable(body)) return { body, bytes: bytes ?? null };
    // `fetch` makes streams of all bodies; it knows the length of those that are in memory.
    const isInMemory = ["sec-fetch-mode", "content-length"].every((name) => headerOf(headers, name) !== undefined);
    return isInMemory || this.#door.readsBody(url) ? await readWhole(body) : { body, bytes: null };
  }
}

/** A body as it is sent on, and as handlers see it. */
interface Read {
  readonly body: Exclude<Dispatcher.DispatchOptions["body"], undefined>;
  readonly bytes: Buffer | null;
}

/** What is too large is passed on as it streams: what was read of it, then the rest. */
async function readWhole(stream: AsyncIterable<Uint8Array>): Promise<Read> {
  const chunks: Buffer[] = [];
  const rest = stream[Symbol.asyncIterator]();
  let size = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    chunks.push(Buffer.from(next.value));
    size += next.value.length;
    if (size > MAX_READ_BYTES) return { body: Readable.from(joined(chunks, rest)), bytes: null };
  }
  const bytes = Buffer.concat(chunks);
  return { body: bytes, bytes };
}

async function* joined(chunks: readonly Buffer[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function changed(
  options: Dispatcher.DispatchOptions,
  outgoing: OutgoingRequest,
  { url, method, headers, body = outgoing.body ?? undefined }: OutgoingChange,
): Dispatcher.DispatchOptions {
  const target = url === undefined ? undefined : new URL(url);
  // undici counts a body of bytes itself, and refuses a length that differs.
  const sent = withoutHeaders(headers ?? outgoing.headers, body === undefined ? [] : ["content-length"]);
  return {
    ...options,
    ...(target !== undefined && { origin: target.origin, path: target.pathname + target.search }),
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
    headers: sent.flatMap(({ name, value }) => [name, toWire(value)]),
  };
}

/** All forms that undici takes: flat list, pairs, record. */
function readRequestHeaders(headers: Dispatcher.DispatchOptions["headers"]): HeaderEntry[] {
  if (headers === undefined || headers === null) return [];
  if (Array.isArray(headers)) {
    return headers.flatMap((name, index) =>
      index % 2 === 0 ? [{ name: String(name), value: String(headers[index + 1] ?? "") }] : [],
    );
  }
  const pairs: Iterable<readonly [unknown, unknown]> = isPairs(headers) ? headers : Object.entries(headers);
  return [...pairs].flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((line) => ({ name: String(name), value: String(line) })),
  );
}

function isPairs(value: object): value is Iterable<readonly [unknown, unknown]> {
  return Symbol.iterator in value;
}
