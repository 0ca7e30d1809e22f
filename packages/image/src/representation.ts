import type { Bitmap } from "./bitmap.ts";
import { checkJpeg } from "./jpeg/check-jpeg.ts";
import type { JpegHeader } from "./jpeg/header.ts";
import { decodeJpegSync } from "./jpeg/read-jpeg.ts";
import { isPng } from "./png/chunks.ts";
import { readPng } from "./png/read-png.ts";
import { type ResizeQuality, resizeBitmap } from "./resize-bitmap.ts";

/** A size in density-independent pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One bitmap together with a scale factor. Sizes are in pixels. */
export interface Representation {
  readonly scaleFactor: number;
  readonly width: number;
  readonly height: number;
  /** The pixels; `undefined` when the data behind them turns out to be damaged. */
  bitmap(): Bitmap | undefined;
  /** The pixels in another size, in one step from the source. */
  resized(width: number, height: number, quality: ResizeQuality): Bitmap | undefined;
}

export function bitmapRepresentation(bitmap: Bitmap, scaleFactor: number): Representation {
  return {
    scaleFactor,
    width: bitmap.width,
    height: bitmap.height,
    bitmap: () => bitmap,
    resized: (width, height, quality) => resizeBitmap(bitmap, width, height, quality),
  };
}

/** What the bytes of a PNG or JPEG file show. A JPEG is decoded when its pixels are first needed. */
export function encodedRepresentation(bytes: Uint8Array, scaleFactor: number): Representation | undefined {
  return isPng(bytes) ? pngRepresentation(bytes, scaleFactor) : jpegRepresentation(bytes, scaleFactor);
}

export function pngRepresentation(bytes: Uint8Array, scaleFactor: number): Representation | undefined {
  const bitmap = readPng(bytes);
  return typeof bitmap === "string" ? undefined : bitmapRepresentation(bitmap, scaleFactor);
}

/** @param bytes - are kept: a copy when they are the caller's */
export function jpegRepresentation(bytes: Uint8Array, scaleFactor: number): Representation | undefined {
  const header = checkJpeg(bytes);
  if (typeof header === "string") return undefined;
  let decoded: { readonly bitmap: Bitmap | undefined } | undefined;
  const bitmap = (): Bitmap | undefined => {
    decoded ??= { bitmap: decodeJpegSync(bytes, header) };
    return decoded.bitmap;
  };
  return {
    scaleFactor,
    width: header.width,
    height: header.height,
    bitmap,
    resized(width, height, quality) {
      const shrink = decoderShrink(header, width, height);
      const source = shrink === 1 ? bitmap() : decodeJpegSync(bytes, header, shrink);
      return source === undefined ? undefined : resizeBitmap(source, width, height, quality);
    },
  };
}

/**
 * How much the native library may shrink while it decodes, which costs less memory and time than handing over all
 * pixels. At least a factor of two is left to the filter, and the picture then lies within 50 dB of one that was
 * filtered from all pixels.
 */
function decoderShrink(header: JpegHeader, width: number, height: number): number {
  const factor = Math.min(header.width / width, header.height / height);
  const isWhole = (shrink: number): boolean => header.width % shrink === 0 && header.height % shrink === 0;
  return [8, 4, 2].find((shrink) => factor >= shrink * 2 && isWhole(shrink)) ?? 1;
}

/** Density-independent size of a bitmap. */
export function dipSize({ width, height, scaleFactor }: Representation): Size {
  return { width: Math.trunc(width / scaleFactor), height: Math.trunc(height / scaleFactor) };
}
