import type { Sharp } from "sharp";
import { premultiply } from "../bitmap.ts";
import { ImageError } from "../image-error.ts";
import { isAllowedSize, isBomb } from "../limits.ts";
import { loadSharp, toBlock } from "./codec-job.ts";
import { type Box, fitted } from "./fitted.ts";
import type { DecodeOptions, PixelBlock } from "./job.ts";
import type { PictureFormat } from "./picture-format.ts";

/** A picture that the native library draws: in its own size, or as large as fits into a box. */
export interface DrawOrder {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  readonly options: DecodeOptions;
  readonly box?: Box;
}

/** Memory per pixel: the library's and ours. */
const WORK_BYTES = 8;

/** @throws ImageError */
export async function drawPicture({ bytes, format, options, box }: DrawOrder): Promise<PixelBlock> {
  const opened = await open(bytes, format, options);
  const { autoOrient } = await named(opened.metadata());
  // What an SVG draws does not depend on its length.
  const isSuspect = format !== "svg" && isBomb(autoOrient.width * autoOrient.height * WORK_BYTES, bytes.length);
  if (isSuspect) throw new ImageError("ERR_IMAGE_TOO_LARGE");
  if (box === undefined) return draw(options.autoOrient ? opened.autoOrient() : opened);
  const { width, height } = fitted(autoOrient, box);
  if (!isAllowedSize(width, height)) throw new ImageError("ERR_IMAGE_TOO_LARGE");
  return draw(opened.autoOrient().resize(width, height, { fit: "fill", kernel: "lanczos3" }));
}

/** Given as bytes, an SVG has no address: it can reach no file beside itself, and no network. */
async function open(
  bytes: Uint8Array,
  format: PictureFormat,
  { page, density, maxPixels }: DecodeOptions,
): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, {
    failOn: "truncated",
    limitInputPixels: maxPixels,
    ...(format === "svg" ? { density } : {}),
    ...(format === "gif" || format === "webp" || format === "tiff" ? { page } : {}),
  });
}

async function draw(opened: Sharp): Promise<PixelBlock> {
  const block = await named(toBlock(opened));
  if (!isAllowedSize(block.width, block.height)) throw new ImageError("ERR_IMAGE_TOO_LARGE");
  const isOpaque = !hasClearPixel(block.pixels);
  if (!isOpaque) premultiply(block.pixels);
  return { ...block, isOpaque };
}

function hasClearPixel(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

/** The native library says why only in words. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "";
    if (/exceeds pixel limit/i.test(message)) throw new ImageError("ERR_IMAGE_TOO_LARGE", { cause });
    throw new ImageError("ERR_IMAGE_DECODE", { cause });
  }
}
