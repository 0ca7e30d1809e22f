import type { Bitmap } from "../bitmap.ts";
import { simplified } from "../color/color-space.ts";
import type { ImageErrorCode } from "../image-error.ts";
import type { JpegHeader } from "../jpeg/header.ts";
import { kernel } from "../kernel/choose-kernel.ts";

/** A bitmap on its way between threads. */
export type PixelBlock = Bitmap;

/** On arrival its colour space is a copy; sRGB is told by being the one. */
export function received(block: PixelBlock): Bitmap {
  return { ...block, colorSpace: simplified(block.colorSpace) };
}

/** Red, green and blue, one byte each, in sRGB. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array<ArrayBuffer>;
}

/** The picture over black, as encoders without alpha take it. */
export function rgbPicture({ width, height, pixels }: Bitmap): RgbPicture {
  return { width, height, rows: kernel().withoutAlpha(pixels) };
}

type JpegShape = Pick<JpegHeader, "width" | "height" | "components">;

/** What a worker thread can be asked. Pixels are blue, green, red, alpha, premultiplied. */
export type Job =
  /** A checked JPEG; filtered to another size than its own if one is given. */
  | {
      readonly kind: "decode-jpeg";
      readonly bytes: Uint8Array;
      readonly header: JpegShape;
      readonly size?: { readonly width: number; readonly height: number } | undefined;
    }
  | { readonly kind: "encode-jpeg"; readonly picture: RgbPicture; readonly quality: number }
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
