/** Bits in the order of RFC 1951, 3.1.1. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  /** Whole bytes so far. */
  get length(): number {
    return this.#bytes.length;
  }

  /** @param count - at most 16 */
  put(bits: number, count: number): void {
    this.#bits |= bits << this.#count;
    this.#count += count;
    for (; this.#count >= 8; this.#count -= 8) {
      this.#bytes.push(this.#bits & 255);
      this.#bits >>>= 8;
    }
  }

  /** Fills the byte that was begun. */
  align(): void {
    if (this.#count > 0) this.put(0, 8 - this.#count);
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#bytes);
  }
}
