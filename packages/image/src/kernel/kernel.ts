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
  /** Red, green and blue become blue, green, red and an alpha of 255, in new memory of their own. */
  withOpaqueAlpha(rows: Uint8Array): Uint8Array<ArrayBuffer>;
  /** RFC 1950's checksum. */
  adler32(bytes: Uint8Array): number;
  /** Filters across and down in fixed point; colours never exceed their alpha. */
  resample(pixels: Uint8Array, plan: ResamplePlan): Uint8Array<ArrayBuffer>;
}
