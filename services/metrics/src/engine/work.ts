import { MetricsError } from "../errors.ts";

/** Milliseconds that an evaluation may hold the event loop before others get their turn. */
const SLICE_MS = 8;

/**
 * Shares the event loop between evaluations: one slice at a time, and between two slices everything else that waits
 * (sign-ins, scrapes) runs. Principals take turns, so that a user with one query gets as many slices as a user with ten.
 */
export class Turns {
  /** In the order in which principals get their next slice. */
  readonly #waiting = new Map<string, (() => void)[]>();

  next(principal: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#serve());
      const own = this.#waiting.get(principal);
      if (own === undefined) this.#waiting.set(principal, [resolve]);
      else own.push(resolve);
    });
  }

  #serve(): void {
    for (const [principal, own] of this.#waiting) {
      own.shift()?.();
      this.#waiting.delete(principal);
      if (own.length > 0) this.#waiting.set(principal, own);
      break;
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#serve());
  }
}

export interface WorkLimits {
  /** Samples that one query may hold at a time. */
  readonly maxSamples: number;
  /** Samples that one query may process: a sample counts once for each window that it is in. */
  readonly maxProcessedSamples: number;
  /** When the query must be done, by `performance.now()`. */
  readonly deadline: number;
  /** The client has gone. */
  readonly signal: AbortSignal;
  readonly turns: Turns;
  /** The caller that the query counts for. */
  readonly principal: string;
}

/** What one query costs, and the limits that end it. */
export class Work {
  readonly #limits: WorkLimits;
  #sliceEnd = 0;
  #held = 0;
  #processed = 0;
  /** Samples that were read, those that were let go again included. */
  samplesRead = 0;
  /** The most that were held at a time. */
  peakSamples = 0;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  /** True when others should have a turn: then `rest`. */
  isDue(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  /**
   * Gives others a turn.
   *
   * @throws MetricsError `canceled` when the client has gone, `timeout` when the time is over
   */
  async rest(): Promise<void> {
    this.check();
    await this.#limits.turns.next(this.#limits.principal);
    this.#sliceEnd = performance.now() + SLICE_MS;
    this.check();
  }

  /** Gives others a turn when they should have one. */
  async restIfDue(): Promise<void> {
    if (this.isDue()) await this.rest();
  }

  check(): void {
    if (this.#limits.signal.aborted) throw new MetricsError("canceled");
    if (performance.now() > this.#limits.deadline) throw new MetricsError("timeout");
  }

  /**
   * Counts samples that stay in memory until the query ends.
   *
   * @throws MetricsError `too_many_samples`
   */
  hold(samples: number): void {
    this.#held += samples;
    this.need(0);
  }

  /**
   * Counts samples that a function looked at.
   *
   * @throws MetricsError `query_too_expensive`
   */
  process(samples: number): void {
    this.#processed += samples;
    if (this.#processed > this.#limits.maxProcessedSamples) throw new MetricsError("query_too_expensive");
  }

  /** Makes sure that there is room for samples that are held for a moment only. */
  need(samples: number): void {
    this.samplesRead += samples;
    this.peakSamples = Math.max(this.peakSamples, this.#held + samples);
    if (!(this.#held + samples <= this.#limits.maxSamples)) throw new MetricsError("too_many_samples");
  }
}
