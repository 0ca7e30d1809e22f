import { integerOption, type LooseOptions, scaleFactorOption } from "../arguments.ts";
import type { Bitmap } from "../bitmap.ts";
import { SRGB } from "../color/color-space.ts";
import { checkJpeg } from "../jpeg/check-jpeg.ts";
import { isAllowedSize } from "../limits.ts";
import { bitmapRepresentation, jpegRepresentation, pngRepresentation, type Representation } from "../representation.ts";

/**
 * A PNG, else a JPEG, else a raw bitmap of the width and height in the options.
 *
 * @param bytes - the caller's memory: fully read or copied before this returns
 */
export function fromBuffer(bytes: Uint8Array, options: LooseOptions): Representation | undefined {
  const scaleFactor = scaleFactorOption(options);
  const encoded = pngRepresentation(bytes, scaleFactor) ?? jpegCopy(bytes, scaleFactor);
  const [width, height] = [integerOption(options, "width") ?? 0, integerOption(options, "height") ?? 0];
  const raw = fromRawPixels(bytes, { width, height, scaleFactor });
  // Where the same bytes could be pixels, only decoding tells whether they are a JPEG.
  return raw !== undefined && encoded?.bitmap() === undefined ? raw : encoded;
}

export interface RawShape {
  readonly width: number;
  readonly height: number;
  readonly scaleFactor: number;
}

/** Blue, green, red, alpha, premultiplied, in sRGB; what lies behind the last pixel is not read. */
export function fromRawPixels(bytes: Uint8Array, { width, height, scaleFactor }: RawShape): Representation | undefined {
  const length = width * height * 4;
  if (!isAllowedSize(width, height) || bytes.length < length) return undefined;
  const pixels = new Uint8Array(bytes.subarray(0, length));
  const bitmap: Bitmap = { width, height, pixels, isOpaque: false, colorSpace: SRGB };
  return bitmapRepresentation(bitmap, scaleFactor);
}

/** A JPEG is decoded later, when the caller may have changed the memory. What is refused anyway is not copied. */
function jpegCopy(bytes: Uint8Array, scaleFactor: number): Representation | undefined {
  return typeof checkJpeg(bytes) === "string" ? undefined : jpegRepresentation(new Uint8Array(bytes), scaleFactor);
}
