/** A rest that somebody else may end. An end that comes while nobody rests counts for the next rest. */
export class Rest {
  #isEnded = false;
  #wake: (() => void) | undefined;

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Resolves after the time, at its end, or with the signal. */
  async take(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isEnded && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      const timer = setTimeout(wake, ms);
      signal.addEventListener("abort", wake, { once: true });
      this.#wake = wake;
      await promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      this.#wake = undefined;
    }
    this.#isEnded = false;
  }
}
