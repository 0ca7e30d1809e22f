import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { toWire } from "../fetch/exchange.ts";
import { bytesOf, MAX_BODY_BYTES } from "../http/body.ts";
import { type HeaderEntry, headerOf, withoutHeaders } from "../http/headers.ts";
import type { FulfilledResponse } from "../http/response.ts";
import type { HeldHandler } from "./dispatch-handler.ts";
import type { NodeClient } from "./node-error.ts";
import type { HeldRequest, OutgoingChange, ResponseTap } from "./node-pause.ts";

/** Who sent a request, and where it goes when it goes on. */
interface Ends {
  readonly client: HeldHandler;
  readonly next: Pick<Dispatcher, "dispatch">;
}

/** A request of `fetch` or undici before its dispatcher has it. */
export class HeldDispatch implements HeldRequest {
  readonly url: string;
  body: Buffer | null = null;
  #options: Dispatcher.DispatchOptions;
  readonly #ends: Ends;
  #sentBody: Dispatcher.DispatchOptions["body"];
  #headers: readonly HeaderEntry[] | undefined;

  constructor(url: string, options: Dispatcher.DispatchOptions, ends: Ends) {
    this.url = url;
    this.#options = options;
    this.#ends = ends;
    this.#sentBody = options.body;
  }

  get method(): string {
    return this.#options.method;
  }

  get headers(): readonly HeaderEntry[] {
    this.#headers ??= readRequestHeaders(this.#options.headers);
    return this.#headers;
  }

  /** Only `fetch` sends this header. */
  get client(): NodeClient {
    return this.#has("sec-fetch-mode") ? "fetch" : "undici";
  }

  get expectsContinue(): boolean {
    return this.#has("expect");
  }

  get isGone(): boolean {
    return this.#ends.client.isGone;
  }

  /** Shows handlers what is in memory, and a stream when it was asked for. */
  async prepareBody(isAsked: boolean): Promise<void> {
    const body = this.#sentBody;
    const bytes = typeof body === "string" ? Buffer.from(body) : bytesOf(body);
    if (bytes !== undefined) this.body = bytes;
    else if (isForm(body)) await this.#readForm(body);
    else if (isIterable(body) && (isAsked || this.#isInMemory)) await this.#readStream(body);
  }

  async readBody(): Promise<Buffer | null> {
    await this.prepareBody(true);
    if (this.body === null && this.#sentBody) throw new Error(`it is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);
    return this.body;
  }

  send(change: OutgoingChange, tap: ResponseTap | undefined): void {
    const { client, next } = this.#ends;
    client.tap(tap);
    next.dispatch(this.#changed(change), client);
  }

  fail(error: Error): void {
    this.#ends.client.fail(error);
  }

  answer(response: FulfilledResponse): void {
    void this.#ends.client.answer(response);
  }

  /** `fetch` makes streams of all bodies; it knows the length of those that are in memory. */
  get #isInMemory(): boolean {
    return this.client === "fetch" && this.#has("content-length");
  }

  /** Most requests go on without their headers having been read. */
  #has(name: string): boolean {
    const { headers } = this.#options;
    if (headers === undefined || headers === null) return false;
    if (Symbol.iterator in headers) return headerOf(this.headers, name) !== undefined;
    for (const key in headers) if (key.length === name.length && key.toLowerCase() === name) return true;
    return false;
  }

  /** What is too large is passed on as it streams: what was read of it, then the rest. */
  async #readStream(stream: AsyncIterable<Chunk> | Iterable<Chunk>): Promise<void> {
    const chunks: Buffer[] = [];
    const rest = chunksOf(stream);
    let size = 0;
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      chunks.push(next.value);
      size += next.value.length;
      if (size <= MAX_BODY_BYTES) continue;
      this.#sentBody = Readable.from(joined(chunks, rest));
      return;
    }
    this.body = Buffer.concat(chunks);
    this.#sentBody = this.body;
  }

  /** undici writes forms and blobs itself, and names their type where the client has not. */
  async #readForm(form: FormData | Blob): Promise<void> {
    if (sizeOf(form) > MAX_BODY_BYTES) return;
    const isNative = form instanceof Blob || form instanceof globalThis.FormData;
    const response = isNative ? new Response(form) : new (await import("undici")).Response(form);
    const type = response.headers.get("content-type");
    this.body = Buffer.from(await response.arrayBuffer());
    this.#sentBody = this.body;
    if (!type || this.#has("content-type")) return;
    const headers = [...this.headers, { name: "content-type", value: type }];
    this.#headers = headers;
    this.#options = { ...this.#options, headers: headers.flatMap(({ name, value }) => [name, value]) };
  }

  #changed({ url, method, headers, body }: OutgoingChange): Dispatcher.DispatchOptions {
    const sent = { ...this.#options, body: body ?? this.#sentBody ?? null };
    if (method !== undefined) sent.method = method;
    if (url !== undefined) {
      const { origin, pathname, search } = new URL(url);
      Object.assign(sent, { origin, path: pathname + search });
    }
    if (headers === undefined && body === undefined) return sent;
    // undici counts a body of bytes itself, and refuses a length that differs.
    const isCounted = Buffer.isBuffer(sent.body) || typeof sent.body === "string";
    const lines = withoutHeaders(headers ?? this.headers, isCounted ? ["content-length"] : []);
    return { ...sent, headers: lines.flatMap(({ name, value }) => [name, toWire(value)]) };
  }
}

type Chunk = Uint8Array | string;

async function* chunksOf(stream: AsyncIterable<Chunk> | Iterable<Chunk>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.from(chunk);
}

async function* joined(chunks: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function isIterable(value: unknown): value is AsyncIterable<Chunk> | Iterable<Chunk> {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** Forms of Node and those of the package are classes of their own. */
function isForm(value: unknown): value is FormData | Blob {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Blob || Object.prototype.toString.call(value) === "[object FormData]";
}

function sizeOf(form: FormData | Blob): number {
  if (form instanceof Blob) return form.size;
  return [...form.values()].reduce((sum, value) => sum + (typeof value === "string" ? value.length : value.size), 0);
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
