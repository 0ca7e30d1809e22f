/**
 * Keeps one copy of each text. Names and values of labels come again in thousands of series, and a text cut out of a
 * scrape's answer would keep that whole answer in memory.
 */
export class TextPool {
  readonly #texts = new Map<string, string>();

  own(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const copy = Buffer.from(text).toString();
    this.#texts.set(copy, copy);
    return copy;
  }

  /** Forgets texts that no series has any more; they are owned anew when they come again. */
  clear(): void {
    this.#texts.clear();
  }
}
