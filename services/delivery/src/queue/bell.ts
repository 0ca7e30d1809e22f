/** Wakes one waiting loop. A ring while nobody waits is kept for the next wait. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Waits for a ring, at most so long. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#hasRung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#hasRung = false;
  }
}
