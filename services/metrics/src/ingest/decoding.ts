import { MetricsError } from "../errors.ts";
import { DecodeLimitError } from "./decode-budget.ts";
import { ProtobufError } from "./protobuf.ts";

/** Bodies from this size on are decoded and stored one at a time: their objects take many times their size. */
const LARGE_BYTES = 64 * 1024;
/** Large bodies that wait. */
const MAX_WAITING = 100;

/** Lets one large request be decoded and stored at a time; small ones pass. */
export class IngestGate {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** @throws MetricsError `too_many_writes` when too many wait already */
  async run<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    if (bytes < LARGE_BYTES) return await work();
    if (this.#isTaken) await this.#wait();
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw new MetricsError("too_many_writes");
    return new Promise((resolve) => this.#waiting.push(resolve));
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
