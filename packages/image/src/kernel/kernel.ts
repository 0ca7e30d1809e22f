import type { ResamplePlan } from "./resample.ts";

/** Rows of bytes without padding. */
export interface RowShape {
  readonly rowBytes: number;
  readonly height: number;
  /** Distance of a byte to its left neighbour of the same channel. */
  readonly bytesPerPixel: number;
}

/** The work on every byte of a picture. */
export interface Kernel {
  /**
   * Undoes PNG's row filters in place: scan lines (each with its filter byte) become rows at the front of the buffer.
   *
   * @returns `false` at an unknown filter
   */
  unfilter(scanlines: Uint8Array, shape: RowShape): boolean;
  /** Filters rows for PNG, each with the filter that leaves the least; gives scan lines with filter bytes. */
  filter(rows: Uint8Array, shape: RowShape): Uint8Array;
  /** The same for pixels whose alpha is left out: blue first here, red first in the file. */
  filterOpaque(pixels: Uint8Array, size: { readonly width: number; readonly height: number }): Uint8Array;
  /** Red, green and blue become blue, green, red and an alpha of 255, in memory of their own: the given one, or new. */
  withOpaqueAlpha(rows: Uint8Array, memory?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Blue, green and red without their alpha become red, green, blue. */
  withoutAlpha(pixels: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Red, green, blue and alpha become blue, green, red and alpha, multiplied by it, where they are. */
  premultiply(pixels: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** RFC 1950's checksum. */
  adler32(bytes: Uint8Array): number;
  /** Filters across and down in fixed point; colours never exceed their alpha. */
  resample(pixels: Uint8Array, plan: ResamplePlan): Uint8Array<ArrayBuffer>;
  /** Where it is missing, zlib does its work. */
  readonly runs?: RunCoder;
}

/** Four codes of bytes fit into 64 bits behind seven that wait. */
export const MOST_CODE_BITS = 14;

/** Bytes as symbols: each as itself, and behind those runs of equal ones by their length, then the end. */
export interface RunCoder {
  /** How often each symbol occurs in a block, the end once. `before` is the byte before it, if there is one. */
  count(block: Uint8Array, before: number | undefined): Uint32Array;
  /** Writes the block that was counted last. A code is its bits above the six of their number. */
  write(codes: Uint32Array, begun: Bits): Bits;
}

/** Bits in the order of RFC 1951, 3.1.1; the last byte may be begun. */
export interface Bits {
  readonly bytes: Uint8Array;
  readonly count: number;
}
