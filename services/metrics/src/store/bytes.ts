const MAX_INT32 = 2 ** 31 - 1;
const MIN_BYTES = 1024;
/** A buffer that had to grow beyond this is not used again. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** Writes numbers and texts one behind the other. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(MIN_BYTES);
  #length = 0;

  /** What was written, for as long as nothing else is. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins again. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT_BYTES) this.#bytes = Buffer.allocUnsafe(MIN_BYTES);
  }

  /** A whole number from 0 up to 2⁵³, seven bits to a byte, the lowest first. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > MAX_INT32) {
      this.#bytes[this.#length] = (rest % 128) | 128;
      this.#length += 1;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      this.#bytes[this.#length] = (rest & 127) | 128;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  /** A whole number of either sign. */
  signedVarint(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  word(value: number): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value >>> 0, this.#length);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  text(value: string): void {
    if (this.#shortAscii(value)) return;
    const size = Buffer.byteLength(value);
    this.varint(size);
    this.#reserve(size);
    this.#length += this.#bytes.write(value, this.#length);
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** Nearly all texts: written without a call for each. @returns false when it is another one, and nothing is written */
  #shortAscii(value: string): boolean {
    if (value.length > 127) return false;
    this.#reserve(value.length + 1);
    this.#bytes[this.#length] = value.length;
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at);
      if (code > 127) return false;
      this.#bytes[this.#length + 1 + at] = code;
    }
    this.#length += value.length + 1;
    return true;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Bytes end before what should be in them does. */
class BytesError extends RangeError {
  constructor() {
    super("the bytes end too early");
    this.name = "BytesError";
  }
}

/** Reads what a `ByteWriter` wrote. @throws BytesError at the end of the bytes */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get position(): number {
    return this.#at;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new BytesError();
      this.#at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  signedVarint(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  word(): number {
    this.#require(4);
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  double(): number {
    this.#require(8);
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  text(): string {
    const size = this.varint();
    this.#require(size);
    this.#at += size;
    return this.#bytes.toString("utf8", this.#at - size, this.#at);
  }

  /** A view of the next bytes. */
  raw(size: number): Buffer {
    this.#require(size);
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }

  #require(size: number): void {
    if (this.#at + size > this.#bytes.length) throw new BytesError();
  }
}

/** The files were written by a version of the program that knows more than this one. */
class UnknownFormError extends Error {
  constructor(what: string, form: number) {
    super(`a ${what} of the form ${form} is unknown here: it was written by a newer version of Vedette`);
    this.name = "UnknownFormError";
  }
}

/**
 * @returns the form
 * @throws UnknownFormError unless it is one of those that can be read
 */
export function requireKnown(form: number, known: readonly number[], what: string): number {
  if (!known.includes(form)) throw new UnknownFormError(what, form);
  return form;
}
