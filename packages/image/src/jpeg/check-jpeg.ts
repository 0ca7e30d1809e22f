import { isAllowedSize, isBomb, LIMITS } from "../limits.ts";
import { type JpegHeader, readJpegHeader } from "./header.ts";

/** Memory per pixel while a JPEG is decoded: the decoder's rows and ours. */
const WORK_BYTES_PER_PIXEL = 7;

/** One bit per block of 64 is the least that a scan can have; a file with less ends before its picture does. */
const MOST_PIXELS_PER_BYTE = 400;

/** Reads the header of a JPEG that may be decoded, or says why it may not. */
export function checkJpeg(
  bytes: Uint8Array,
  maxPixels: number = LIMITS.filePixels,
): JpegHeader | "damaged" | "too-large" {
  if (bytes.length > LIMITS.fileBytes) return "too-large";
  const header = readJpegHeader(bytes);
  if (header === undefined) return "damaged";
  const { width, height } = header;
  const isTooLarge =
    !isAllowedSize(width, height, maxPixels) || isBomb(width * height * WORK_BYTES_PER_PIXEL, bytes.length);
  if (isTooLarge) return "too-large";
  return width * height > bytes.length * MOST_PIXELS_PER_BYTE ? "damaged" : header;
}
