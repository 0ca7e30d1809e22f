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
  /** The pixels for somebody who wants to have them: as their own, if nobody else has them yet. */
  take(): TakenBitmap | undefined;
  /** The pixels in another size, in one step from the source. */
  resized(width: number, height: number, quality: ResizeQuality): Bitmap | undefined;
}

interface TakenBitmap {
  readonly bitmap: Bitmap;
  /** Nobody else looks at these pixels: they may be changed. */
  readonly isOwn: boolean;
}

export function bitmapRepresentation(bitmap: Bitmap, scaleFactor: number): Representation {
  return {
    scaleFactor,
    width: bitmap.width,
    height: bitmap.height,
    bitmap: () => bitmap,
    take: () => ({ bitmap, isOwn: false }),
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
  let wasTaken = false;
  return {
    scaleFactor,
    width: header.width,
    height: header.height,
    bitmap,
    take() {
      // Most pictures are looked at once: the first to ask gets the pixels without a copy, and they are not kept.
      const isOwn = decoded === undefined && !wasTaken;
      wasTaken = true;
      const taken = isOwn ? decodeJpegSync(bytes, header) : bitmap();
      if (taken === undefined) decoded = { bitmap: undefined };
      return taken === undefined ? undefined : { bitmap: taken, isOwn };
    },
    resized(width, height, quality) {
      const size = decoderSize(header, { width, height }, quality);
      const source = size === undefined ? bitmap() : decodeJpegSync(bytes, header, size);
      return source === undefined ? undefined : resizeBitmap(source, width, height, quality);
    },
  };
}

/** In a picture smaller than this each pixel counts: what the library rounds on its way would be seen. */
const LEAST_SIDE = 16;

/**
 * The size in which the native library hands a JPEG over, if not in its own: then its decoder shrinks while it reads,
 * which costs a fraction of the time and memory. For `best` it filters down to the wanted size with the same filter and
 * never lets the decoder do more than half of the way; for the others a factor of two is left to our filter. Whether
 * the pixels are known already does not matter: the same call gives the same picture.
 */
function decoderSize(header: JpegHeader, wanted: Size, quality: ResizeQuality): Size | undefined {
  const factor = Math.min(header.width / wanted.width, header.height / wanted.height);
  const isLarge = Math.min(wanted.width, wanted.height) >= LEAST_SIDE;
  if (quality === "best" && isLarge && header.components !== 4) return factor >= 2 ? wanted : undefined;
  const isWhole = (shrink: number): boolean => header.width % shrink === 0 && header.height % shrink === 0;
  const shrink = [8, 4, 2].find((times) => factor >= times * 2 && isWhole(times));
  return shrink === undefined ? undefined : { width: header.width / shrink, height: header.height / shrink };
}

/** Density-independent size of a bitmap. */
export function dipSize({ width, height, scaleFactor }: Representation): Size {
  return { width: Math.trunc(width / scaleFactor), height: Math.trunc(height / scaleFactor) };
}
