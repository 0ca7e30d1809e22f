import { HttpError } from "@vedette/http";

interface Waiter {
  start(): void;
}

/** Costly work, a few pieces at a time; what would have to wait behind too many others is refused at once. */
export class WorkQueue {
  readonly #workers: number;
  readonly #places: number;
  readonly #waiting: Waiter[] = [];
  #running = 0;

  constructor({ workers, places }: { workers: number; places: number }) {
    this.#workers = workers;
    this.#places = places;
  }

  /** @throws HttpError `overloaded` when all places are taken */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#claimWorker();
    try {
      return await work();
    } finally {
      this.#releaseWorker();
    }
  }

  #claimWorker(): Promise<void> | undefined {
    if (this.#running < this.#workers) {
      this.#running += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.#places) throw new HttpError("overloaded", { headers: { "retry-after": "1" } });
    return new Promise((resolve) => this.#waiting.push({ start: resolve }));
  }

  /** The worker goes to whoever waits longest, so `#running` stays as it is then. */
  #releaseWorker(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.start();
  }
}
