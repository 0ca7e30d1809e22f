import type { HeldRequest } from "./held-request.ts";

/** How long a document may go on asking over the connection before. */
const HANDOVER_MS = 2000;

/**
 * The time in which two connections see requests: documents that were there before ask over the old one only, others
 * over both, the new one first. What the new one passed on must not be routed again by the old one.
 */
export class Handover {
  readonly #passedByKey = new Map<string, number>();
  #isOver = false;

  passed(pause: HeldRequest): void {
    if (this.#isOver) return;
    const key = keyOf(pause);
    this.#passedByKey.set(key, (this.#passedByKey.get(key) ?? 0) + 1);
  }

  /** Whether the new connection had this request; each is counted once. */
  takes(pause: HeldRequest): boolean {
    const key = keyOf(pause);
    const count = this.#passedByKey.get(key) ?? 0;
    if (count > 0) this.#passedByKey.set(key, count - 1);
    return count > 0;
  }

  /** Lets the old connection go in a while, and counts until that is in force. */
  end(letGo: () => Promise<void>): void {
    const forget = (): void => {
      this.#isOver = true;
      this.#passedByKey.clear();
    };
    // A connection that is gone sees nothing more either.
    setTimeout(() => void letGo().then(forget, forget), HANDOVER_MS).unref();
  }
}

function keyOf({ method, url, event }: HeldRequest): string {
  return `${method} ${url} ${event.frameId ?? ""}`;
}
