import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { startThread, type Thread } from "./thread.ts";
import { openWire, type Wire } from "./wire.ts";

export interface EmbeddedServerOptions extends WorkerStart {
  /** The thread is ended and started again when it has not answered for so long. */
  readonly silenceMs: number;
  /** Told about every restart, with the reason. */
  readonly onRestart: (reason: string) => void;
}

const HEARTBEAT_MS = 1_000;
const CLOSING_MS = 15_000;
const MAX_PAUSE_MS = 10_000;

/** The embedded store in a thread of its own, started again whenever it hangs or breaks. */
export class EmbeddedServer {
  readonly #options: EmbeddedServerOptions;
  readonly #heartbeat: NodeJS.Timeout;
  #ready: Promise<void>;
  #thread: Thread | undefined;
  #wire: Wire | undefined;
  #connection = 0;
  #silentBeats = 0;
  #silenceMs: number;
  #isClosing = false;
  #onClosed = (): void => {};
  #counting: PromiseWithResolvers<number> | undefined;

  private constructor(options: EmbeddedServerOptions) {
    this.#options = options;
    this.#silenceMs = options.silenceMs;
    this.#ready = this.#open();
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** @throws the engine's error when the store cannot be opened */
  static async start(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(options);
    try {
      await server.#ready;
      return server;
    } catch (error) {
      clearInterval(server.#heartbeat);
      throw error;
    }
  }

  /** How many writes this life of the engine has forced to the disk; one question at a time. */
  countSyncs(): Promise<number> {
    this.#counting = Promise.withResolvers<number>();
    this.#post({ kind: "count" });
    return this.#counting.promise;
  }

  /** A stream for the driver's one connection. Asking for another ends the one before and forgets its session. */
  connect(): Duplex {
    this.#connection += 1;
    const connection = this.#connection;
    const ready = this.#ready.then(() => this.#post({ kind: "connect", connection }));
    this.#wire?.stream.destroy();
    this.#wire = openWire({ ready, send: (bytes) => this.#post({ kind: "bytes", connection, bytes }) });
    return this.#wire.stream;
  }

  /** Runs work during which the thread may stay silent for `silenceMs`. */
  async withPatience<Result>(silenceMs: number, work: () => Promise<Result>): Promise<Result> {
    this.#silenceMs = silenceMs;
    try {
      return await work();
    } finally {
      this.#silenceMs = this.#options.silenceMs;
    }
  }

  /** Lets the engine write what it holds and ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#heartbeat);
    const deadline = delay(CLOSING_MS, undefined, { ref: false });
    const opened = this.#ready.catch(() => {}); // a store that cannot be opened has nothing to write
    await Promise.race([opened, deadline]);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    this.#onClosed = resolve;
    this.#thread?.post({ kind: "close" });
    if (this.#thread !== undefined) await Promise.race([closed, deadline]);
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  async #open(): Promise<void> {
    this.#thread = await startThread(
      { directory: this.#options.directory, template: this.#options.template },
      {
        onMessage: (message) => this.#receive(message),
        onEnd: (reason) => this.#restart(reason),
      },
    );
    this.#silentBeats = 0;
  }

  #receive(message: FromWorker): void {
    this.#silentBeats = 0;
    if (message.kind === "bytes" && message.connection === this.#connection) this.#wire?.receive(message.bytes);
    if (message.kind === "counted") this.#counting?.resolve(message.syncs);
    if (message.kind === "broken") this.#restart(message.reason);
    if (message.kind === "broken" || message.kind === "closed") this.#onClosed();
  }

  #post(message: ToWorker): void {
    this.#thread?.post(message);
  }

  /** Counts beats, not time: a machine that slept has missed none. */
  #beat(): void {
    if (this.#thread === undefined) return;
    if (this.#silentBeats * HEARTBEAT_MS >= this.#silenceMs) {
      this.#restart(`it has not answered for ${this.#silentBeats} s`);
      return;
    }
    this.#silentBeats += 1;
    this.#post({ kind: "ping" });
  }

  #restart(reason: string): void {
    const hung = this.#thread;
    if (hung === undefined || this.#isClosing) return;
    this.#thread = undefined;
    this.#options.onRestart(reason);
    this.#counting?.reject(new Error(`The embedded store is started again: ${reason}`));
    this.#ready = this.#reopen(hung);
    this.#ready.catch(() => {}); // whoever connects is told
    this.#wire?.stream.destroy(new Error(`The embedded store is started again: ${reason}`));
    this.#wire = undefined;
  }

  async #reopen(hung: Thread): Promise<void> {
    await hung.terminate();
    for (let pauseMs = 500; !this.#isClosing; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await this.#open();
      } catch (error) {
        this.#options.onRestart(`it could not be opened: ${String(error)}`);
        await delay(pauseMs);
      }
    }
    throw new Error("The embedded store is closed.");
  }
}
