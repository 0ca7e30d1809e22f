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
  /** False lets a request through untouched. */
  concerns(url: string, call: FetchCall | undefined): boolean;
  admit(held: HeldRequest, call: FetchCall | undefined): void;
  follows(call: FetchCall, from: string, location: string): void;
}

/** Bodies up to this size that say their length are read before the handlers run; others are passed on unread. */
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
    this.#read(options, headers).then(
      (body) => this.#door.admit(this.#hold(options, held, { url, method: options.method, headers, body }), call),
      (error: Error) => held.fail(error),
    );
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

  async #read({ body }: Dispatcher.DispatchOptions, headers: readonly HeaderEntry[]): Promise<Buffer | null> {
    if (body === undefined || body === null) return null;
    if (typeof body === "string") return Buffer.from(body);
    const bytes = bytesOf(body);
    if (bytes !== undefined) return bytes;
    const length = Number(headerOf(headers, "content-length") ?? Number.NaN);
    if (!(length <= MAX_READ_BYTES) || !isAsyncIterable(body)) return null;
    return Buffer.concat(await Array.fromAsync(body, (chunk) => Buffer.from(chunk)));
  }
}

function isAsyncIterable(value: object): value is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in value;
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
