import { Duplex } from "node:stream";
import { toWire } from "../fetch/exchange.ts";
import type { FulfilledResponse } from "../http/response.ts";

/**
 * A socket that is connected to an answer: what the client writes goes nowhere, what it reads is the response as HTTP/1.1
 * text, so that Node's own parser makes of it what it would of a server's.
 */
export class AnswerSocket extends Duplex {
  connecting = true;
  readonly encrypted: boolean;
  readonly authorized = true;
  readonly remoteAddress = "127.0.0.1";
  readonly remotePort = 0;
  readonly #response: FulfilledResponse;
  #source: AsyncIterator<Uint8Array> | undefined;
  #isHeadSent = false;
  #isReadEarly = false;

  constructor(response: FulfilledResponse, { isSecure }: { readonly isSecure: boolean }) {
    super({ allowHalfOpen: false, autoDestroy: true });
    this.encrypted = isSecure;
    this.#response = response;
    // After the request has announced its socket: clients listen for the connection only then.
    process.nextTick(() => process.nextTick(() => this.#connect()));
  }

  #connect(): void {
    if (this.destroyed) return;
    this.connecting = false;
    this.emit("connect");
    if (this.encrypted) this.emit("secureConnect");
    this.emit("ready");
    if (this.#isReadEarly) this._read();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  destroySoon(): void {
    this.end(() => this.destroy());
  }

  override _write(_chunk: unknown, _encoding: string, callback: () => void): void {
    callback();
  }

  override _read(): void {
    this.#isReadEarly = this.connecting;
    if (this.connecting) return;
    const { body } = this.#response;
    if (!this.#isHeadSent) {
      this.#isHeadSent = true;
      this.push(Buffer.from(headText(this.#response), "latin1"));
      if (Buffer.isBuffer(body)) {
        if (body.length > 0) this.push(body);
        this.push(null);
      }
      return;
    }
    if (Buffer.isBuffer(body)) return;
    this.#source ??= body[Symbol.asyncIterator]();
    this.#source.next().then(
      ({ done, value }) => this.push(done ? null : Buffer.from(value)),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#source?.return?.().catch(() => undefined);
    callback(error);
  }
}

function headText({ status, statusText, headers }: FulfilledResponse): string {
  const lines = headers.map(({ name, value }) => `${name}: ${toWire(value)}\r\n`);
  return `HTTP/1.1 ${status} ${toWire(statusText)}\r\n${lines.join("")}\r\n`;
}
