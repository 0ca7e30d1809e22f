import type { Bits } from "../kernel/kernel.ts";

/** Bits in the order of RFC 1951, 3.1.1. */
export class BitWriter {
  #bytes = new Uint8Array(2048);
  #length = 0;
  #bits = 0;
  #count = 0;

  /** Whole bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** @param count - at most 16 */
  put(bits: number, count: number): void {
    this.#bits |= bits << this.#count;
    this.#count += count;
    for (; this.#count >= 8; this.#count -= 8) {
      if (this.#length === this.#bytes.length) this.#grow();
      this.#bytes[this.#length] = this.#bits;
      this.#length += 1;
      this.#bits >>>= 8;
    }
  }

  /** Fills the byte that was begun. */
  align(): void {
    if (this.#count > 0) this.put(0, 8 - this.#count);
  }

  /** Ends here, wherever in a byte that is. */
  end(): Bits {
    const count = this.#length * 8 + this.#count;
    this.align();
    return { bytes: this.bytes(), count };
  }

  /** What was written so far; the writer's own memory. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
