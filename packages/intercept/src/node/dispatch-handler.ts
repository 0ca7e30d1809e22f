import type { Dispatcher } from "undici";
import { readHeaders, toWire } from "../fetch/exchange.ts";
import { toHeaderRecord } from "../http/headers.ts";
import type { FulfilledResponse, ResponseHead } from "../http/response.ts";
import type { ResponseTap } from "./node-pause.ts";

/** What a client may do with its request, before and while a real connection has it. */
class HeldController implements Dispatcher.DispatchController {
  rawHeaders: NonNullable<Dispatcher.DispatchController["rawHeaders"]> | null = null;
  aborted = false;
  paused = false;
  reason: Error | null = null;
  /** The connection's own, once the request was sent on. */
  real: Dispatcher.DispatchController | undefined;
  onAbort: ((reason: Error) => void) | undefined;
  onResume: (() => void) | undefined;

  abort(reason: Error): void {
    this.onAbort?.(reason);
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.real?.abort(reason);
  }

  pause(): void {
    this.paused = true;
    this.real?.pause();
  }

  resume(): void {
    this.paused = false;
    this.real?.resume();
    this.onResume?.();
  }
}

/** Stands between a client's handler and the connection, so that a request can wait, be answered here, or be looked at. */
export class HeldHandler implements Dispatcher.DispatchHandler {
  readonly #client: Dispatcher.DispatchHandler;
  readonly #controller = new HeldController();
  readonly #chunks: Buffer[] = [];
  readonly #followed: ((location: string) => void) | undefined;
  #tap: ResponseTap | undefined;
  #isDone = false;
  #isStarted = false;

  /** @param followed - told when the client gives the connection up to follow a redirect */
  constructor(client: Dispatcher.DispatchHandler, followed?: (location: string) => void) {
    this.#client = client;
    this.#followed = followed;
  }

  get isGone(): boolean {
    return this.#isDone || this.#controller.aborted;
  }

  /** Gives the client its controller while the request waits: it may cancel. */
  hold(): void {
    this.#controller.onAbort = (reason) => {
      this.#controller.onAbort = undefined;
      if (this.#controller.real === undefined) this.fail(reason);
    };
    try {
      this.#start(undefined);
    } catch (error) {
      this.fail(asError(error));
    }
  }

  tap(tap: ResponseTap | undefined): void {
    this.#tap = tap;
  }

  fail(error: Error): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#client.onResponseError?.(this.#controller, error);
  }

  async answer({ status, statusText, headers, body }: FulfilledResponse): Promise<void> {
    this.#controller.rawHeaders = headers.flatMap(({ name, value }) => [
      Buffer.from(name, "latin1"),
      Buffer.from(toWire(value), "latin1"),
    ]);
    try {
      const shown = clientHeaders(headers);
      this.#watchRedirect(status, String(shown["location"] ?? ""));
      this.#client.onResponseStart?.(this.#controller, status, shown, statusText);
      if (!Buffer.isBuffer(body)) {
        for await (const chunk of body) {
          await this.#deliver(Buffer.from(chunk));
          // Leaving the loop tells the source to end: it may never do so by itself.
          if (this.isGone) return;
        }
      } else if (body.length > 0) await this.#deliver(body);
      if (this.isGone) return;
      // A client that throws here, as a retry handler does, gets its error back before the response counts as complete.
      this.#client.onResponseEnd?.(this.#controller, {});
      this.#isDone = true;
    } catch (error) {
      this.fail(asError(error));
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#controller.real = controller;
    if (this.#controller.aborted) controller.abort(this.#controller.reason ?? new Error("The request was cancelled."));
    else this.#start(context);
  }

  onRequestUpgrade(
    ...[controller, ...rest]: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestUpgrade"]>>
  ): void {
    this.#client.onRequestUpgrade?.(controller, ...rest);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2],
    statusText = "",
  ): void {
    this.#controller.rawHeaders = controller.rawHeaders ?? null;
    this.#watchRedirect(status, String(headers["location"] ?? ""));
    if (this.#tap === undefined || status < 200) {
      this.#client.onResponseStart?.(this.#controller, status, headers, statusText);
      return;
    }
    const changed = this.#tap.head({ status, statusText, headers: readHeaders(controller.rawHeaders, headers) });
    if (changed !== undefined) this.#controller.rawHeaders = rawOf(changed);
    const shown = changed === undefined ? headers : clientHeaders(changed.headers);
    this.#client.onResponseStart?.(this.#controller, changed?.status ?? status, shown, statusText);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#tap?.wantsBody) this.#chunks.push(chunk);
    this.#client.onResponseData?.(this.#controller, chunk);
  }

  onResponseEnd(
    _controller: Dispatcher.DispatchController,
    trailers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>[1],
  ): void {
    this.#isDone = true;
    this.#tap?.end(this.#tap.wantsBody ? Buffer.concat(this.#chunks) : undefined);
    this.#client.onResponseEnd?.(this.#controller, trailers);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#isDone = true;
    this.#tap?.failed(error);
    this.#client.onResponseError?.(this.#controller, error);
  }

  onResponseStarted(): void {
    this.#client.onResponseStarted?.();
  }

  onBodySent(chunk: Buffer): void {
    this.#client.onBodySent?.(chunk);
  }

  onRequestSent(): void {
    this.#client.onRequestSent?.();
  }

  #watchRedirect(status: number, location: string): void {
    if (this.#followed === undefined || status < 300 || status > 399 || location === "") return;
    this.#controller.onAbort = () => this.#followed?.(location);
  }

  #start(context: unknown): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#client.onRequestStart?.(this.#controller, context);
  }

  async #deliver(chunk: Buffer): Promise<void> {
    if (this.isGone) return;
    this.#client.onResponseData?.(this.#controller, chunk);
    if (!this.#controller.paused) return;
    await new Promise<void>((resolve) => {
      this.#controller.onResume = resolve;
      this.#controller.onAbort = () => resolve();
    });
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function rawOf({ headers }: ResponseHead): Buffer[] {
  return headers.flatMap(({ name, value }) => [Buffer.from(name, "latin1"), Buffer.from(toWire(value), "latin1")]);
}

/** As undici hands them out: cookies apart, other repetitions joined. */
function clientHeaders(headers: ResponseHead["headers"]): Record<string, string | string[]> {
  const shown: Record<string, string | string[]> = toHeaderRecord(headers);
  if (shown["set-cookie"] !== undefined) {
    shown["set-cookie"] = headers.filter(({ name }) => name.toLowerCase() === "set-cookie").map(({ value }) => value);
  }
  return shown;
}
