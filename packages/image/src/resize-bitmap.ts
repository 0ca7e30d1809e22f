import type { Bitmap } from "./bitmap.ts";
import { kernel } from "./kernel/choose-kernel.ts";
import { needsDoubles, resampleInDoubles } from "./kernel/resample-in-doubles.ts";
import { type Filter, HAMMING, LANCZOS, type Taps, tapsFor } from "./kernel/taps.ts";

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
    columns: keptTaps(filter, bitmap.width, width),
    rows: keptTaps(filter, bitmap.height, height),
  };
  const resample = needsDoubles(plan) ? resampleInDoubles : kernel().resample;
  return { ...bitmap, width, height, pixels: resample(bitmap.pixels, plan) };
}

/** Icons are made smaller by the hundred and in few sizes: reckoning their weights would take longer than the pixels. */
const KEPT = { entries: 16, weights: 4096 };
const kept = new Map<string, Taps>();

function keptTaps(filter: Filter, from: number, to: number): Taps {
  const key = `${filter.support} ${from} ${to}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const taps = tapsFor(filter, from, to);
  if (taps.weights.length > KEPT.weights) return taps;
  if (kept.size >= KEPT.entries) kept.clear();
  kept.set(key, taps);
  return taps;
}
