import type { Sharp } from "sharp";
import { premultiply } from "../bitmap.ts";
import { toSrgb } from "../color/convert.ts";
import { ImageError } from "../image-error.ts";
import { checkJpeg } from "../jpeg/check-jpeg.ts";
import { jpegColorSpace } from "../jpeg/header.ts";
import { isAllowedSize, LIMITS } from "../limits.ts";
import { readPng } from "../png/read-png.ts";
import { writePng } from "../png/write-png.ts";
import { readRegularFile } from "../source/regular-file.ts";
import { decodeJpeg, encodeJpeg, loadSharp, ownBytes, runCodecJob, toBlock } from "./codec-job.ts";
import { type Box, fitted } from "./fitted.ts";
import {
  type Answer,
  type DecodeOptions,
  type EncodeTarget,
  type Job,
  type PixelBlock,
  received,
  rgbPicture,
  type Source,
} from "./job.ts";
import { drawPdf } from "./pdf.ts";
import { detectFormat, type PictureFormat } from "./picture-format.ts";

/** The jobs behind calls that give a Promise. @throws ImageError */
export async function runPictureJob(job: Job): Promise<Answer> {
  switch (job.kind) {
    case "decode":
      return { kind: "pixels", block: await decode(readSource(job.source), job.options) };
    case "thumbnail":
      return { kind: "pixels", block: await drawThumbnail(readSource(job), job) };
    case "encode":
      return { kind: "bytes", bytes: await encode(received(job.block), job.target) };
    default:
      return runCodecJob(job);
  }
}

function readSource(source: Source): Uint8Array {
  if ("bytes" in source) return source.bytes;
  const bytes = readRegularFile(source.path);
  if (bytes === "not-found") throw new ImageError("ERR_IMAGE_NOT_FOUND");
  if (bytes === "too-large") throw new ImageError("ERR_IMAGE_TOO_LARGE");
  return bytes;
}

function knownFormat(bytes: Uint8Array): PictureFormat {
  if (bytes.length > LIMITS.fileBytes) throw new ImageError("ERR_IMAGE_TOO_LARGE");
  const format = detectFormat(bytes);
  if (format === undefined) throw new ImageError("ERR_IMAGE_UNSUPPORTED_FORMAT");
  return format;
}

async function decode(bytes: Uint8Array, options: DecodeOptions): Promise<PixelBlock> {
  const format = knownFormat(bytes);
  // Orientation is the native library's work; without it PNG and JPEG are read as the synchronous calls read them.
  if (format === "png" && !options.autoOrient) return readOwnPng(bytes, options.maxPixels);
  if (format === "jpeg" && !options.autoOrient) return readOwnJpeg(bytes, options.maxPixels);
  return decodeForeign(bytes, format, options);
}

function readOwnPng(bytes: Uint8Array, maxPixels: number): PixelBlock {
  const bitmap = readPng(bytes, maxPixels);
  if (typeof bitmap === "string") throw faultError(bitmap);
  // The pixels of a view into a larger buffer would take all of it along.
  return bitmap.pixels.length === bitmap.pixels.buffer.byteLength
    ? bitmap
    : { ...bitmap, pixels: bitmap.pixels.slice() };
}

async function readOwnJpeg(bytes: Uint8Array, maxPixels: number): Promise<PixelBlock> {
  const header = checkJpeg(bytes, maxPixels);
  if (typeof header === "string") throw faultError(header);
  const block = await decodeJpeg(bytes, { header });
  return { ...block, colorSpace: jpegColorSpace(header) };
}

async function decodeForeign(bytes: Uint8Array, format: PictureFormat, options: DecodeOptions): Promise<PixelBlock> {
  const { page, density, maxPixels } = options;
  if (format === "pdf") return drawPdf({ bytes, page, maxPixels, size: { density } });
  const opened = await open(bytes, format, { page, density, maxPixels });
  return draw(options.autoOrient ? opened.autoOrient() : opened);
}

async function drawThumbnail(bytes: Uint8Array, { width: most, height: highest }: Box): Promise<PixelBlock> {
  const format = knownFormat(bytes);
  const box = { width: most, height: highest };
  if (format === "pdf") return drawPdf({ bytes, page: 0, maxPixels: LIMITS.filePixels, size: box });
  const opened = await open(bytes, format, { page: 0, density: 72, maxPixels: LIMITS.filePixels });
  const { autoOrient } = await named(opened.metadata());
  const { width, height } = fitted(autoOrient, box);
  if (!isAllowedSize(width, height)) throw new ImageError("ERR_IMAGE_TOO_LARGE");
  return draw(opened.autoOrient().resize(width, height, { fit: "fill", kernel: "lanczos3" }));
}

interface OpenOptions {
  readonly page: number;
  readonly density: number;
  readonly maxPixels: number;
}

/** Given as bytes, an SVG has no address: it can reach no file beside itself, and no network. */
async function open(
  bytes: Uint8Array,
  format: PictureFormat,
  { page, density, maxPixels }: OpenOptions,
): Promise<Sharp> {
  const sharp = await loadSharp();
  const opened = sharp(bytes, {
    failOn: "truncated",
    limitInputPixels: maxPixels,
    ...(format === "svg" ? { density } : {}),
    ...(format === "gif" || format === "webp" || format === "tiff" ? { page } : {}),
  });
  return format === "svg" ? opened.timeout({ seconds: LIMITS.svgSeconds }) : opened;
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

function faultError(fault: "damaged" | "too-large"): ImageError {
  return new ImageError(fault === "damaged" ? "ERR_IMAGE_DECODE" : "ERR_IMAGE_TOO_LARGE");
}

async function encode(block: PixelBlock, target: EncodeTarget): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (target.format === "png") return new Uint8Array(writePng(block));
    if (target.format === "jpeg") return await encodeJpeg(rgbPicture(toSrgb(block)), target.quality);
    const { quality, lossless } = target;
    // The encoder takes colours that are not premultiplied.
    const opened = (await loadSharp())(writePng(toSrgb(block)));
    return ownBytes(await opened.webp({ quality: Math.max(1, quality), lossless }).toBuffer());
  } catch (cause) {
    throw new ImageError("ERR_IMAGE_ENCODE", { cause });
  }
}
