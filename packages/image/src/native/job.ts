import type { Bitmap } from "../bitmap.ts";
import { simplified } from "../color/color-space.ts";
import type { ImageErrorCode } from "../image-error.ts";

/** A bitmap on its way between threads. */
export type PixelBlock = Bitmap;

/** On arrival its colour space is a copy; sRGB is told by being the one. */
export function received(block: PixelBlock): Bitmap {
  return { ...block, colorSpace: simplified(block.colorSpace) };
}

/** What a worker thread can be asked. Pixels are red, green, blue, alpha, premultiplied. */
export type Job =
  /** A checked JPEG, perhaps shrunk while loading by 2, 4 or 8. */
  | { readonly kind: "decode-jpeg"; readonly bytes: Uint8Array; readonly isCmyk: boolean; readonly shrink: number }
  | { readonly kind: "encode-jpeg"; readonly block: PixelBlock; readonly quality: number }
  /** An SVG of our own. */
  | { readonly kind: "draw-symbol"; readonly svg: string }
  | { readonly kind: "decode"; readonly source: Source; readonly options: DecodeOptions }
  | { readonly kind: "encode"; readonly block: PixelBlock; readonly target: EncodeTarget }
  | { readonly kind: "thumbnail"; readonly path: string; readonly width: number; readonly height: number };

export type Source = { readonly path: string } | { readonly bytes: Uint8Array };

export interface DecodeOptions {
  readonly autoOrient: boolean;
  readonly maxPixels: number;
  readonly page: number;
  readonly density: number;
}

export type EncodeTarget =
  | { readonly format: "png" }
  | { readonly format: "jpeg"; readonly quality: number }
  | { readonly format: "webp"; readonly quality: number; readonly lossless: boolean };

export type Answer =
  | { readonly kind: "pixels"; readonly block: PixelBlock }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly code: ImageErrorCode };
