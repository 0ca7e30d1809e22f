import { type LooseOptions, numberOption } from "./arguments.ts";
import type { Size } from "./representation.ts";
import type { ResizeTarget } from "./representation-set.ts";
import { resizeQuality } from "./resize-bitmap.ts";

/**
 * The size that `resize` is asked for, in DIP; fractions are rounded, a missing side follows from the aspect ratio.
 *
 * @returns `undefined` when a given side is not positive: the result is empty
 */
export function readResizeTarget(options: LooseOptions, own: Size): ResizeTarget | undefined {
  const width = side(options, "width");
  const height = side(options, "height");
  if ((width ?? 1) <= 0 || (height ?? 1) <= 0) return undefined;
  const aspect = own.width > 0 && own.height > 0 ? Math.fround(own.width / own.height) : 1;
  const quality = resizeQuality(options["quality"]);
  if (width === undefined && height === undefined) return { ...own, quality };
  return {
    width: width ?? Math.max(1, Math.round((height ?? 1) * aspect)),
    height: height ?? Math.max(1, Math.round((width ?? 1) / aspect)),
    quality,
  };
}

function side(options: LooseOptions, name: "width" | "height"): number | undefined {
  const value = numberOption(options, name);
  return value === undefined ? undefined : Math.round(value);
}
