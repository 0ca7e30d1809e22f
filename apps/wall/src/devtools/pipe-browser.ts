import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The browser reads commands here, and writes answers and events there. @see chrome/devtools: remote-debugging-pipe */
const COMMANDS = 3;
const ANSWERS = 4;

/**
 * The DevTools protocol over two pipes that nobody else can open: no port, so no other program of this machine can
 * read what the wall's requests carry. When the player goes, the pipes close, and the browser ends by itself.
 */
export class PipeBrowser extends EventEmitter<Record<string, unknown[]>> {
  /** How `@vedette/intercept` recognises a connection whose commands and events carry the id of their session. */
  readonly webSocketUrl = "pipe:";
  readonly #commands: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #rest: Buffer[] = [];
  #isClosed = false;

  constructor({ stdio }: ChildProcess) {
    super();
    this.#commands = stdio[COMMANDS] as Writable; // The browser is started with pipes at both places.
    const answers = stdio[ANSWERS] as Readable;
    const close = (): void => this.#close();
    this.#commands.on("error", close);
    answers.on("error", close);
    answers.on("close", close);
    answers.on("data", (chunk: Buffer) => this.#take(chunk));
    this.setMaxListeners(0);
  }

  /** @throws Error when the browser refuses, or has gone */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: the browser has gone`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#commands.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
  }

  /** Messages end with a zero byte and come in pieces of any size. */
  #take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.#rest, chunk.subarray(start, end)]);
      this.#rest = [];
      start = end + 1;
      this.#dispatch(message.toString("utf8"));
    }
    if (start < chunk.length) this.#rest.push(chunk.subarray(start));
  }

  #dispatch(text: string): void {
    // The browser's messages have the protocol's shape: this is the boundary.
    const { id, method, params, sessionId, result, error } = JSON.parse(text) as {
      readonly id?: number;
      readonly method?: string;
      readonly params?: unknown;
      readonly sessionId?: string;
      readonly result?: unknown;
      readonly error?: { readonly message: string };
    };
    if (id === undefined) {
      if (method !== undefined) this.emit(method, params, sessionId);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(new Error("The browser has gone"));
    this.#waiting.clear();
    this.emit("close");
  }
}
