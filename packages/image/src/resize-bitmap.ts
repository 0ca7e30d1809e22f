import type { Bitmap } from "./bitmap.ts";
import { kernel } from "./kernel/kernel.ts";
import { needsDoubles, resampleInDoubles } from "./kernel/resample-in-doubles.ts";
import { type Filter, HAMMING, LANCZOS, tapsFor } from "./kernel/taps.ts";

export type ResizeQuality = "good" | "better" | "best";

/** Names that nobody knows act as `best`. */
export function resizeQuality(name: unknown): ResizeQuality {
  return name === "good" || name === "better" ? name : "best";
}

/** Filters a bitmap to another size, on premultiplied values in the picture's own encoding. */
export function resizeBitmap(bitmap: Bitmap, width: number, height: number, quality: ResizeQuality): Bitmap {
  if (bitmap.width === width && bitmap.height === height) return bitmap;
  const filter: Filter = quality === "best" ? LANCZOS : HAMMING;
  const plan = {
    width,
    height,
    source: { width: bitmap.width, height: bitmap.height },
    columns: tapsFor(filter, bitmap.width, width),
    rows: tapsFor(filter, bitmap.height, height),
  };
  const resample = needsDoubles(plan) ? resampleInDoubles : kernel().resample;
  return { ...bitmap, width, height, pixels: resample(bitmap.pixels, plan) };
}
