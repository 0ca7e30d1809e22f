/** What one image may cost. A server that hands pictures of strangers in can be stricter still with `maxPixels`. */
export const LIMITS = {
  /** Pixels of one representation, made from raw pixels or by resizing: 16,383 squared. */
  pixels: 268_402_689,
  /** Pixels that a file may unpack to: what it says of itself costs nothing. `maxPixels` may allow as many as above. */
  filePixels: 100_000_000,
  /** Pixels along one side. */
  side: 65_535,
  /** Bytes of one file, or of what is handed in as one. */
  fileBytes: 50_000_000,
  /** Bytes of a colour profile once it is unpacked. */
  profileBytes: 4_194_304,
  /** Seconds that drawing an SVG may take. */
  svgSeconds: 5,
  /** Seconds that drawing a page of a PDF may take, its renderer's start included. */
  pdfSeconds: 10,
} as const;

/** Work above this must have some data behind it, or a file of a few bytes would cost a gigabyte. */
const UNSUSPECTED_BYTES = 150_000_000;
const BYTES_PER_COMPRESSED_BYTE = 400;

/** Whether there may be a picture of this size at all. */
export function isAllowedSize(width: number, height: number, maxPixels: number = LIMITS.pixels): boolean {
  const longest = Math.max(width, height);
  return Math.min(width, height) >= 1 && longest <= LIMITS.side && width * height <= Math.min(maxPixels, LIMITS.pixels);
}

/** Whether so few bytes of a compressed file ask for so much memory that decoding it serves nobody but an attacker. */
export function isBomb(memoryBytes: number, compressedBytes: number): boolean {
  return memoryBytes > UNSUSPECTED_BYTES && memoryBytes > compressedBytes * BYTES_PER_COMPRESSED_BYTE;
}
