import { Readable } from "node:stream";
import { HttpError } from "./errors.ts";

/** What the body of a response is read from, and how its failures are described. */
export interface OutboundBodyOptions {
  /** Host and port of the other server, for error messages. */
  readonly host: string;
  /** The signal of the call. */
  readonly signal: AbortSignal;
}

/**
 * The body of a response from another server. It has an error listener from the start, so that dropping it never ends
 * the process; a body that no one reads ends with the signal of its call. Every reader gets failures as HttpError:
 * `deadline_exceeded` when the call was aborted, `bad_gateway` otherwise.
 */
export class OutboundBody {
  readonly #source: Readable;
  readonly #options: OutboundBodyOptions;

  constructor(source: Readable, options: OutboundBodyOptions) {
    this.#source = source;
    this.#options = options;
    // Destroying or aborting an unread stream emits `error`, which ends the process where no one listens.
    source.on("error", () => undefined);
  }

  async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** Ends the response without reading the rest. */
  discard(): void {
    this.#source.destroy();
  }

  /** Passes the body on. Destroying the stream ends the response. */
  stream(): Readable {
    const stream = Readable.from(this.#chunks(), { objectMode: false });
    stream.on("error", () => undefined);
    // A generator that was never started does not destroy its source.
    stream.once("close", () => this.discard());
    return stream;
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    try {
      yield* this.#source;
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  #failure(cause: unknown): HttpError {
    const { host, signal } = this.#options;
    if (signal.aborted) {
      return new HttpError("deadline_exceeded", { detail: `${host} did not finish its response in time.`, cause });
    }
    const detail = isTooLarge(cause) ? `The response of ${host} is too large.` : `${host} broke off its response.`;
    return new HttpError("bad_gateway", { detail, cause });
  }
}

/** Whether a body could not be read because it is larger than the call allows. */
export function isResponseTooLarge(error: unknown): boolean {
  return error instanceof HttpError && isTooLarge(error.cause);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "code") === "UND_ERR_RES_EXCEEDED_MAX_SIZE";
}
