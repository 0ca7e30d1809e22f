const FAILURES = 5;
const WINDOW_MS = 30_000;
const PAUSE_MS = 30_000;

/** Leaves a receiver alone for a while that only fails: the queue need not be searched for it meanwhile. */
export class Circuit {
  /** When the last ones failed, since one went well. */
  #failedMs: number[] = [];
  #openUntilMs = 0;

  /** Whether the receiver may be called. */
  isClosed(): boolean {
    return performance.now() >= this.#openUntilMs;
  }

  succeeded(): void {
    this.#failedMs = [];
  }

  failed(): void {
    const nowMs = performance.now();
    this.#failedMs = [...this.#failedMs.filter((ms) => ms > nowMs - WINDOW_MS), nowMs].slice(-FAILURES);
    if (this.#failedMs.length === FAILURES) this.#openUntilMs = nowMs + PAUSE_MS;
  }
}
