import { toSrgb } from "../color/convert.ts";
import { ImageError } from "../image-error.ts";
import { checkJpeg } from "../jpeg/check-jpeg.ts";
import { jpegColorSpace } from "../jpeg/header.ts";
import { LIMITS } from "../limits.ts";
import { readPng } from "../png/read-png.ts";
import { writePng } from "../png/write-png.ts";
import { readRegularFile } from "../source/regular-file.ts";
import { decodeJpeg, encodeJpeg, loadSharp, ownBytes, runCodecJob } from "./codec-job.ts";
import { drawApart } from "./draw-apart.ts";
import { type DrawOrder, drawPicture } from "./draw-picture.ts";
import type { Box } from "./fitted.ts";
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

function decodeForeign(bytes: Uint8Array, format: PictureFormat, options: DecodeOptions): Promise<PixelBlock> {
  const { page, density, maxPixels } = options;
  if (format === "pdf") return drawPdf({ bytes, page, maxPixels, size: { density } });
  return format === "svg" ? drawApart({ bytes, format, options }) : drawPicture({ bytes, format, options });
}

const UPRIGHT: DecodeOptions = { autoOrient: true, page: 0, density: 72, maxPixels: LIMITS.filePixels };

function drawThumbnail(bytes: Uint8Array, { width, height }: Box): Promise<PixelBlock> {
  const format = knownFormat(bytes);
  const box = { width, height };
  if (format === "pdf") return drawPdf({ bytes, page: 0, maxPixels: LIMITS.filePixels, size: box });
  const order: DrawOrder = { bytes, format, options: UPRIGHT, box };
  return format === "svg" ? drawApart(order) : drawPicture(order);
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
