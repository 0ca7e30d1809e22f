/** Bytes behind the last bit that a reader may touch. */
export const BIT_PADDING = 8;

/** Writes bits, the highest of a number first. Bytes once written stay where they are when the buffer grows. */
export class BitWriter {
  bytes = new Uint8Array(64);
  /** Bits written so far. */
  length = 0;

  /** Appends the lowest `count` bits of `value`, 1 to 32 of them. */
  write(value: number, count: number): void {
    if (((this.length + count) >>> 3) + BIT_PADDING >= this.bytes.length) this.#grow();
    const { bytes } = this;
    let index = this.length >>> 3;
    const free = 8 - (this.length & 7);
    this.length += count;
    // What is beyond the byte or the bits that are wanted falls away: a byte takes eight bits of a number.
    if (count < free) {
      bytes[index] = (bytes[index] ?? 0) | ((value & ((1 << count) - 1)) << (free - count));
      return;
    }
    let left = count - free;
    bytes[index] = (bytes[index] ?? 0) | ((value >>> left) & ((1 << free) - 1));
    while (left >= 8) {
      left -= 8;
      index += 1;
      bytes[index] = value >>> left;
    }
    if (left > 0) bytes[index + 1] = value << (8 - left);
  }

  /** Appends a whole number of up to 64 bits in two's complement. */
  writeLong(value: number): void {
    this.write(Math.floor(value / 2 ** 32) >>> 0, 32);
    this.write(value >>> 0, 32);
  }

  #grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Reads what a `BitWriter` wrote. The buffer goes on for `BIT_PADDING` bytes behind the last bit. */
export class BitReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The next `count` bits, 1 to 32 of them, as a number from 0. */
  read(count: number): number {
    const index = this.#at >>> 3;
    const shift = this.#at & 7;
    this.#at += count;
    const word = this.#view.getInt32(index);
    const shifted = shift === 0 ? word : (word << shift) | (this.#view.getUint8(index + 4) >>> (8 - shift));
    return shifted >>> (32 - count);
  }

  readSigned(count: number): number {
    const unused = 32 - count;
    return (this.read(count) << unused) >> unused;
  }

  readLong(): number {
    return (this.read(32) | 0) * 2 ** 32 + this.read(32);
  }
}
