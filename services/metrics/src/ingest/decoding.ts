import { createFairQueue, type FairQueue } from "@vedette/http";
import type { Registry } from "@vedette/worker-metrics";
import { MetricsError } from "../errors.ts";
import { DecodeLimitError } from "./decode-budget.ts";
import { ProtobufError } from "./protobuf.ts";

/** Bodies from this size on are decoded and stored one at a time: their objects take many times their size. */
export const LARGE_BYTES = 64 * 1024;
/** Large bodies that wait, of one caller and of all. */
const [MAX_WAITING_PER_CALLER, MAX_WAITING] = [25, 100];
/** Bytes of the bodies that wait. */
const [MAX_BYTES_PER_CALLER, MAX_BYTES] = [64 * 1024 * 1024, 128 * 1024 * 1024];

/** The body of a write request. */
interface WriteBody {
  readonly principal: string;
  /** Bytes once decompressed, as far as it is announced. */
  readonly size: number;
  /** Bytes held while it waits. */
  readonly held: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Lets one large request be decoded and stored at a time and serves callers in turn; small requests pass. */
export class IngestGate {
  readonly #queue: FairQueue;
  readonly #waitingBytes = new Map<string, number>();

  /** @param registry - gets the metrics of the queue */
  constructor(registry?: Registry) {
    this.#queue = createFairQueue({
      name: "ingest",
      registry,
      concurrency: 1,
      concurrencyPerPrincipal: 1,
      waitingPerPrincipal: MAX_WAITING_PER_CALLER,
      waiting: MAX_WAITING,
      rejection: () => new MetricsError("too_many_writes"),
    });
  }

  /** @throws MetricsError `too_many_writes` when too many wait already, `canceled` while waiting */
  async run<Result>(body: WriteBody, work: () => Promise<Result>): Promise<Result> {
    if (body.size < LARGE_BYTES) return await work();
    const leave = await this.#enter(body);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async #enter({ principal, held, signal }: WriteBody): Promise<() => void> {
    if (!this.#queue.isIdle) this.#requireRoom(principal, held);
    this.#hold(principal, held);
    try {
      return await this.#queue.enter(principal, signal);
    } catch (cause) {
      throw signal.aborted ? new MetricsError("canceled", { cause }) : cause;
    } finally {
      this.#hold(principal, -held);
    }
  }

  #requireRoom(principal: string, bytes: number): void {
    const own = this.#waitingBytes.get(principal) ?? 0;
    const all = this.#waitingBytes.values().reduce((sum, held) => sum + held, 0);
    if (own + bytes > MAX_BYTES_PER_CALLER || all + bytes > MAX_BYTES) throw new MetricsError("too_many_writes");
  }

  #hold(principal: string, bytes: number): void {
    const held = (this.#waitingBytes.get(principal) ?? 0) + bytes;
    if (held === 0) this.#waitingBytes.delete(principal);
    else this.#waitingBytes.set(principal, held);
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
