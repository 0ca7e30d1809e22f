import type { FetchPattern } from "./protocol.ts";

/** Where patterns are in force. */
interface PatternTarget {
  /** @returns when the browser has acknowledged them */
  apply(patterns: readonly FetchPattern[]): Promise<void>;
}

/**
 * Keeps the browser's list of patterns equal to what routes, observers and running redirects need, so that no other
 * request crosses the wire.
 */
export class PatternPush {
  readonly #target: PatternTarget;
  readonly #wanted: () => readonly string[];
  readonly #exact = new Map<string, number>();
  #isEnabled = false;

  constructor(target: PatternTarget, wanted: () => readonly string[]) {
    this.#target = target;
    this.#wanted = wanted;
  }

  async sync(): Promise<void> {
    this.#isEnabled = true;
    await this.#target.apply(this.#patterns());
  }

  /** Nothing pauses any more; what waits goes on waiting. */
  async release(): Promise<void> {
    if (this.#isEnabled) await this.#target.apply([]);
  }

  /**
   * Makes the next hop of a redirect pause.
   *
   * @returns takes the pattern back
   */
  async addExact(url: URL): Promise<() => void> {
    const pattern = exactPattern(url);
    const patterns = this.#wanted();
    if (patterns.includes("*") || patterns.includes(pattern)) return () => undefined;
    this.#exact.set(pattern, (this.#exact.get(pattern) ?? 0) + 1);
    await this.#target.apply(this.#patterns());
    return () => this.#removeExact(pattern);
  }

  /** The shorter list goes out with the next change: until then one more url pauses, and is let through. */
  #removeExact(pattern: string): void {
    const count = (this.#exact.get(pattern) ?? 1) - 1;
    if (count > 0) this.#exact.set(pattern, count);
    else this.#exact.delete(pattern);
  }

  #patterns(): FetchPattern[] {
    const patterns = new Set([...this.#wanted(), ...this.#exact.keys()]);
    return (patterns.has("*") ? ["*"] : [...patterns]).map((urlPattern) => ({ urlPattern }));
  }
}

function exactPattern(url: URL): string {
  const bare = new URL(url);
  bare.hash = "";
  return bare.href.replace(/[*?\\]/g, (char) => `\\${char}`);
}
