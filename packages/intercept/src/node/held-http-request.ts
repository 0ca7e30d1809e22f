import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { MAX_BODY_BYTES } from "../http/body.ts";
import { type HeaderEntry, toHeaderRecord } from "../http/headers.ts";
import type { FulfilledResponse } from "../http/response.ts";
import { AnswerSocket } from "./answer-socket.ts";
import type { HeldRequest, OutgoingChange, ResponseTap } from "./node-pause.ts";
import { type AgentOptions, headersOf } from "./request-headers.ts";

/** A body that grows beyond this is passed on as it streams; handlers then see none. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

interface Terms {
  readonly url: string;
  readonly options: AgentOptions;
  /** Whether some route asked for bodies that stream. */
  readonly readsBody: boolean;
  /** Lets the request have its connection. */
  connect(options: AgentOptions): void;
  admit(held: HeldRequest): void;
}

/** How long a request may wait for a socket before it counts as one that is written once it has a connection. */
const SOCKET_WAIT_MS = 250;

const TOO_LARGE = `it is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`;

const GIVEN_UP = "the client has given the request up";

type Callback = (error?: Error | null) => void;

interface Write {
  readonly method: "write" | "end" | "flushHeaders";
  /** Chunk and encoding. */
  readonly data: readonly unknown[];
  /** The client's callback, until it is called. */
  callback: Callback | undefined;
}

/** Getters of `OutgoingMessage` that depend on what the client has written. */
const WRITABLE_STATE = ["writableEnded", "writableLength", "writableNeedDrain"] as const;

/**
 * A request of `http` or `https` before it has a connection. What the client writes is kept until it ends the request;
 * then the chain decides. Meanwhile the request behaves like one whose connection accepts every chunk.
 *
 * @see docs/discoveries/node-requests.md for the states
 */
export class HeldHttpRequest implements HeldRequest {
  readonly client = "http";
  readonly #request: ClientRequest;
  readonly #terms: Terms;
  readonly #writes: Write[] = [];
  #bytes = 0;
  #limit = MAX_HELD_BYTES;
  #reading: PromiseWithResolvers<Buffer | null> | undefined;
  #isAdmitted = false;
  /** The client was told to write no more until `drain`. */
  #isWaitedFor = false;
  #isEnded = false;
  #isLetGo = false;
  #socketWait: NodeJS.Timeout | undefined;
  #headers: readonly HeaderEntry[] | undefined;
  body: Buffer | null = null;

  constructor(request: ClientRequest, terms: Terms) {
    this.#request = request;
    this.#terms = terms;
  }

  /** Takes the request's own methods until it is let go: the client gets the request only after this. */
  hold(): void {
    const { readsBody } = this.#terms;
    if (readsBody) this.#limit = MAX_BODY_BYTES;
    const { write: writeNow, end: endNow } = this.#request;
    this.#own("write", (...args: unknown[]) => {
      // Node throws for an invalid chunk.
      if (!isChunk(args[0])) return Reflect.apply(writeNow, this.#request, args);
      const write = this.#keep("write", args);
      this.#isWaitedFor = this.#bytes >= this.#limit;
      if (this.#isWaitedFor) {
        this.#admit(null);
        this.#reading?.reject(new Error(TOO_LARGE));
      } else {
        this.#accept(write);
        // Without a length it is a stream, unless the client ends it at once.
        if (!readsBody && !this.#request.hasHeader("content-length")) setImmediate(() => this.#admit(null));
      }
      return !this.#isWaitedFor;
    });
    this.#own("end", (...args: unknown[]) => {
      if (args[0] && typeof args[0] !== "function" && !isChunk(args[0]))
        return Reflect.apply(endNow, this.#request, args);
      this.#keep("end", args);
      this.#isEnded = true;
      const body = this.#bytes === 0 ? null : Buffer.concat(this.#writes.map(chunkOf));
      this.#admit(body);
      this.#reading?.resolve(body);
      return this.#request;
    });
    this.#own("flushHeaders", () => {
      this.#keep("flushHeaders", []);
      this.#admit(null);
    });
    this.#own("destroy", (error?: Error) => {
      this.#reading?.reject(error ?? new Error(GIVEN_UP));
      this.#letGo();
      this.#request.destroy(error);
      // A request without a connection does not notice by itself that it has ended.
      this.#giveSocket(null);
      return this.#request;
    });
    this.#ownGetter("writableEnded", () => this.#isEnded);
    this.#ownGetter("writableLength", () => this.#bytes);
    this.#ownGetter("writableNeedDrain", () => this.#isWaitedFor);
    setImmediate(() => this.#awaitSocketListener());
  }

  #keep(method: Write["method"], args: readonly unknown[]): Write {
    const callback = args.find((arg): arg is Callback => typeof arg === "function");
    const data = args.filter((arg) => typeof arg !== "function");
    const write = { method, data, callback };
    this.#writes.push(write);
    this.#bytes += byteLength(data);
    return write;
  }

  /** Calls the callback of a write as a connection with room would: a client can wait for it before it goes on. */
  #accept(write: Write): void {
    const { callback } = write;
    if (callback === undefined || this.#isEnded) return;
    write.callback = undefined;
    process.nextTick(callback);
  }

  /** A client that writes nothing before it has a socket gets one; its body cannot be known beforehand. */
  #awaitSocketListener(): void {
    if (this.#isAdmitted || this.#isLetGo || this.#writes.length > 0) return;
    if (this.#request.listenerCount("socket") === 0) return;
    this.#socketWait = setTimeout(() => {
      if (this.#writes.length === 0) this.#admit(null);
    }, SOCKET_WAIT_MS);
  }

  async readBody(): Promise<Buffer | null> {
    if (this.isGone || this.#isLetGo) throw new Error(GIVEN_UP);
    if (this.#isEnded) return this.#bytes === 0 ? null : Buffer.concat(this.#writes.map(chunkOf));
    this.#limit = MAX_BODY_BYTES;
    if (this.#bytes >= this.#limit) throw new Error(TOO_LARGE);
    this.#reading ??= Promise.withResolvers();
    if (this.#isWaitedFor) {
      this.#isWaitedFor = false;
      for (const write of this.#writes) this.#accept(write);
      process.nextTick(() => this.#request.emit("drain"));
    }
    return this.#reading.promise;
  }

  get url(): string {
    return this.#terms.url;
  }

  get method(): string {
    return this.#request.method;
  }

  get headers(): readonly HeaderEntry[] {
    this.#headers ??= headersOf(this.#request, this.#terms.options);
    return this.#headers;
  }

  get isGone(): boolean {
    return this.#request.destroyed;
  }

  send({ url, method, headers, body }: OutgoingChange, tap: ResponseTap | undefined): void {
    this.#letGo();
    if (tap !== undefined) this.#tap(tap);
    if (method !== undefined) this.#request.method = method;
    if (headers !== undefined) this.#replaceHeaders(headers);
    if (body !== undefined) {
      this.#request.removeHeader("transfer-encoding");
      this.#request.setHeader("content-length", body.length);
    }
    this.#terms.connect(url === undefined ? this.#terms.options : this.#moveTo(new URL(url)));
    if (body === undefined) this.#replay();
    else this.#replaceBody(body);
  }

  fail(error: Error): void {
    this.#letGo();
    this.#request.destroy(error);
    this.#giveSocket(null);
    for (const { method, callback } of this.#writes.splice(0)) {
      if (method === "write") process.nextTick(() => callback?.(error));
    }
  }

  answer(response: FulfilledResponse): void {
    this.#letGo();
    this.#request.shouldKeepAlive = false;
    this.#giveSocket(new AnswerSocket(response, { isSecure: this.#request.protocol === "https:" }));
    this.#replay();
  }

  #admit(body: Buffer | null): void {
    if (this.#isAdmitted) return;
    this.#isAdmitted = true;
    this.body = body;
    // After the caller's own lines: it may still be adding listeners.
    queueMicrotask(() => {
      if (!this.isGone) this.#terms.admit(this);
    });
  }

  #own(name: string, method: (...args: never[]) => unknown): void {
    Object.defineProperty(this.#request, name, { value: method, configurable: true, writable: true });
  }

  #ownGetter(name: (typeof WRITABLE_STATE)[number], get: () => unknown): void {
    Object.defineProperty(this.#request, name, { get, configurable: true });
  }

  #letGo(): void {
    if (this.#isLetGo) return;
    this.#isLetGo = true;
    // Without an effect once the body is read.
    this.#reading?.reject(new Error(GIVEN_UP));
    clearTimeout(this.#socketWait);
    for (const name of WRITABLE_STATE.toReversed()) Reflect.deleteProperty(this.#request, name);
    // The last one first: then V8 takes the steps back, and the request stays as quick as it was.
    for (const name of ["destroy", "flushHeaders", "end", "write"]) Reflect.deleteProperty(this.#request, name);
  }

  /** The same calls as the client made: Node then chooses the same framing. */
  #replay(): void {
    const request = this.#request;
    for (const { method, data, callback } of this.#writes.splice(0)) {
      Reflect.apply(request[method], request, callback === undefined ? data : [...data, callback]);
    }
    if (this.#isWaitedFor && !request.writableNeedDrain) process.nextTick(() => request.emit("drain"));
  }

  /** The client's own body is not sent; its callbacks are called as if it were. */
  #replaceBody(body: Buffer): void {
    const callbacks = this.#writes.splice(0).flatMap(({ callback }) => callback ?? []);
    this.#request.end(body, () => {
      for (const callback of callbacks) callback();
    });
  }

  #replaceHeaders(headers: readonly HeaderEntry[]): void {
    // A list of headers was written when the request was made; it is written anew.
    Reflect.set(this.#request, "_header", null);
    for (const name of this.#request.getHeaderNames()) this.#request.removeHeader(name);
    for (const [name, value] of Object.entries(toHeaderRecord(headers))) this.#request.setHeader(name, value);
  }

  #moveTo({ hostname, port, protocol, pathname, search }: URL): AgentOptions {
    this.#request.path = pathname + search;
    const host = hostname.replace(/^\[|\]$/g, "");
    const moved = { host, hostname: host, port: port || (protocol === "https:" ? 443 : 80), path: pathname + search };
    return { ...this.#terms.options, ...moved, ...(isIP(host) === 0 && { servername: host }) };
  }

  /** As agents do it. */
  #giveSocket(socket: Duplex | null): void {
    Reflect.apply(Reflect.get(this.#request, "onSocket"), this.#request, [socket]);
  }

  #tap(tap: ResponseTap): void {
    const request = this.#request;
    request.once("error", (error) => tap.failed(error));
    const emit = request.emit;
    this.#own("emit", (...args: [string, ...unknown[]]) => {
      if (args[0] === "response" && isMessage(args[1])) {
        Reflect.deleteProperty(request, "emit");
        look(args[1], tap);
      }
      return Reflect.apply(emit, request, args);
    });
  }
}

/** Shows a response to a tap without taking it from its reader. */
function look(message: IncomingMessage, tap: ResponseTap): void {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = message;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? "" }] : [],
  );
  const changed = tap.head({ status, statusText, headers });
  if (changed !== undefined) {
    message.statusCode = changed.status;
    message.headers = toHeaderRecord(changed.headers) as IncomingMessage["headers"];
    message.rawHeaders = changed.headers.flatMap(({ name, value }) => [name, value]);
  }
  const chunks: Buffer[] = [];
  const push = message.push;
  message.push = (chunk: unknown, ...rest) => {
    if (Buffer.isBuffer(chunk) && tap.wantsBody) chunks.push(chunk);
    if (chunk === null) tap.end(tap.wantsBody ? Buffer.concat(chunks) : undefined);
    return Reflect.apply(push, message, [chunk, ...rest]);
  };
}

function isMessage(value: unknown): value is IncomingMessage {
  return typeof value === "object" && value !== null && "rawHeaders" in value;
}

function chunkOf({ data: [chunk, encoding] }: Write): Buffer {
  if (typeof chunk === "string")
    return Buffer.from(chunk, typeof encoding === "string" ? toEncoding(encoding) : "utf8");
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
}

function toEncoding(name: string): BufferEncoding {
  return Buffer.isEncoding(name) ? name : "utf8";
}

function isChunk(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || value instanceof Uint8Array;
}

function byteLength([chunk]: readonly unknown[]): number {
  return isChunk(chunk) ? Buffer.byteLength(chunk) : 0;
}
