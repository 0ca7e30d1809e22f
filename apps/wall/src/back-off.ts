/** Waits that double from one failure to the next, so that what is broken is not asked all the time. */
export class BackOff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #nextMs: number;

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
    this.#nextMs = firstMs;
  }

  /** @returns how long to wait now */
  next(): number {
    const waitMs = this.#nextMs;
    this.#nextMs = Math.min(waitMs * 2, this.#longestMs);
    return waitMs;
  }

  /** It works again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
