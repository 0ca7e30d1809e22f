import { conversionError, type LooseOptions } from "./arguments.ts";
import type { Bitmap } from "./bitmap.ts";
import { bitmapRepresentation, type Representation, type Size } from "./representation.ts";
import { type RepresentationSet, setOf } from "./representation-set.ts";

/** Whole edges in DIP. */
interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @throws TypeError when a member is no number */
export function readRectangle(rect: LooseOptions): Edges {
  const member = (name: string): number => {
    const value = rect[name];
    if (typeof value !== "number") throw conversionError(0, rect);
    return Number.isNaN(value) ? 0 : value;
  };
  const [x, y, width, height] = [member("x"), member("y"), member("width"), member("height")];
  return { left: Math.round(x), top: Math.round(y), right: Math.round(x + width), bottom: Math.round(y + height) };
}

/** Every representation cut to the part of the rectangle that lies inside the image. */
export function cropSet(set: RepresentationSet, wanted: Edges): RepresentationSet {
  const size = set.size();
  const edges = size === undefined ? undefined : clip(wanted, size);
  if (size === undefined || edges === undefined) return setOf([]);
  const representations = set.scaleFactors().flatMap((scaleFactor) => set.at(scaleFactor) ?? []);
  if (edges.right - edges.left === size.width && edges.bottom - edges.top === size.height)
    return setOf(representations);
  return setOf(representations.flatMap((representation) => cropOne(representation, edges) ?? []));
}

function clip({ left, top, right, bottom }: Edges, { width, height }: Size): Edges | undefined {
  if (!(right > left && bottom > top)) return undefined;
  const clipped = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(width, right),
    bottom: Math.min(height, bottom),
  };
  return clipped.right > clipped.left && clipped.bottom > clipped.top ? clipped : undefined;
}

function cropOne(representation: Representation, { left, top, right, bottom }: Edges): Representation | undefined {
  const bitmap = representation.bitmap();
  if (bitmap === undefined) return undefined;
  const { scaleFactor } = representation;
  const x = Math.floor(left * scaleFactor);
  const y = Math.floor(top * scaleFactor);
  const width = Math.min(bitmap.width - x, Math.ceil((right - left) * scaleFactor));
  const height = Math.min(bitmap.height - y, Math.ceil((bottom - top) * scaleFactor));
  return width > 0 && height > 0
    ? bitmapRepresentation(cutOut(bitmap, { x, y, width, height }), scaleFactor)
    : undefined;
}

function cutOut(bitmap: Bitmap, { x, y, width, height }: Size & { readonly x: number; readonly y: number }): Bitmap {
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * bitmap.width + x) * 4;
    pixels.set(bitmap.pixels.subarray(from, from + width * 4), row * width * 4);
  }
  return { ...bitmap, width, height, pixels };
}
