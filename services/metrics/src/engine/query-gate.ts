import { MetricsError } from "../errors.ts";

/** Queries that wait while as many as allowed are being evaluated. */
const MAX_WAITING = 100;

/** Lets a bounded number of queries run at a time; a bounded number waits, in order. */
export class QueryGate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** @throws MetricsError `too_many_queries` when the queue is full */
  async run<Result>(query: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await query();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) throw new MetricsError("too_many_queries");
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to the next in the queue, if there is one. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
