import { MetricsError } from "../errors.ts";
import { DecodeLimitError } from "./decode-budget.ts";
import { ProtobufError } from "./protobuf.ts";

/** Bodies from this size on are decoded and stored one at a time: their objects take many times their size. */
export const LARGE_BYTES = 64 * 1024;
/** Large bodies that wait, and the bytes that they hold. */
const MAX_WAITING = 100;
const MAX_WAITING_BYTES = 128 * 1024 * 1024;

/** The body of a write request. */
interface WriteBody {
  /** Bytes once decompressed, as far as it is announced. */
  readonly size: number;
  /** Bytes held while it waits. */
  readonly held: number;
}

/** Lets one large request be decoded and stored at a time; small ones pass. */
export class IngestGate {
  readonly #waiting: (() => void)[] = [];
  #waitingBytes = 0;
  #isTaken = false;

  /** @throws MetricsError `too_many_writes` when too many wait already */
  async run<Result>({ size, held }: WriteBody, work: () => Promise<Result>): Promise<Result> {
    if (size < LARGE_BYTES) return await work();
    if (this.#isTaken) await this.#wait(held);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #wait(bytes: number): Promise<void> {
    const isFull = this.#waiting.length >= MAX_WAITING || this.#waitingBytes + bytes > MAX_WAITING_BYTES;
    if (isFull) throw new MetricsError("too_many_writes");
    this.#waitingBytes += bytes;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#waitingBytes -= bytes;
  }

  /** The place goes to the next one that waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}

/** Runs a decoder. @throws MetricsError `samples_refused`, `too_many_elements` */
export async function decoding<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (cause) {
    if (cause instanceof DecodeLimitError) {
      throw new MetricsError("too_many_elements", { detail: `The request is too large: ${cause.message}.`, cause });
    }
    if (!(cause instanceof ProtobufError)) throw cause;
    throw new MetricsError("samples_refused", { detail: `The request cannot be decoded: ${cause.message}.`, cause });
  }
}
