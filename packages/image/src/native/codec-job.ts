import type { Sharp } from "sharp";
import { swapRedAndBlue } from "../bitmap.ts";
import { SRGB } from "../color/color-space.ts";
import { ImageError } from "../image-error.ts";
import { kernel } from "../kernel/choose-kernel.ts";
import { LIMITS } from "../limits.ts";
import type { Answer, Job, PixelBlock, RgbPicture } from "./job.ts";

type SharpModule = typeof import("sharp")["default"];

let loading: Promise<SharpModule> | undefined;

/** The native library, loaded when a picture first needs it. */
export function loadSharp(): Promise<SharpModule> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // Files change and pictures are seen once: a cache would only hold memory.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** The jobs behind synchronous calls. Colour is left to the caller: profiles are not applied, except for CMYK. */
export async function runCodecJob(job: Job): Promise<Answer> {
  switch (job.kind) {
    case "decode-jpeg":
      return { kind: "pixels", block: await decodeJpeg(job.bytes, job) };
    case "encode-jpeg":
      return { kind: "bytes", bytes: await encodeJpeg(job.picture, job.quality) };
    case "draw-symbol":
      return { kind: "pixels", block: await drawSymbol(job.svg) };
    default:
      return { kind: "refused", code: "ERR_IMAGE_UNSUPPORTED_FORMAT" };
  }
}

type JpegOptions = Pick<Job & { readonly kind: "decode-jpeg" }, "header" | "size">;

export async function decodeJpeg(bytes: Uint8Array, { header, size }: JpegOptions): Promise<PixelBlock> {
  const sharp = await loadSharp();
  const opened = sharp(bytes, {
    failOn: "truncated",
    limitInputPixels: LIMITS.pixels,
    ignoreIcc: header.components !== 4,
  });
  // Let alone, the library would have the decoder do nearly all the way, which costs 10 dB.
  const exact = { fit: "fill", kernel: "lanczos3", fastShrinkOnLoad: false } as const;
  const sized = size === undefined ? opened : opened.resize(size.width, size.height, exact);
  const { width, height } = size ?? header;
  const memory = new Uint8Array(width * height * 4);
  const decoding = sized.toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  touch(memory);
  const { data, info } = await decoding;
  const isWhole = info.width === width && info.height === height && data.length === width * height * 3;
  if (info.channels !== 3 || !isWhole) throw new ImageError("ERR_IMAGE_DECODE");
  // Writing alpha is the copy that has to be made anyway; the library would need another pass for it.
  return { width, height, pixels: kernel().withOpaqueAlpha(data, memory), isOpaque: true, colorSpace: SRGB };
}

const PAGE_BYTES = 4096;

/**
 * Has the system hand out the pages of new memory. For 12 megapixels that takes half as long as their decoding; beside
 * the library's threads, which decode meanwhile, it costs no time.
 */
function touch(memory: Uint8Array): void {
  for (let at = 0; at < memory.length; at += PAGE_BYTES) memory[at] = 1;
}

export async function encodeJpeg(
  { width, height, rows }: RgbPicture,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const { data } = await sharp(rows, { raw: { width, height, channels: 3 }, limitInputPixels: LIMITS.pixels })
    .jpeg({ quality: Math.max(1, quality), chromaSubsampling: "4:2:0" })
    .toBuffer({ resolveWithObject: true });
  return withJfifHeader(ownBytes(data));
}

/** Start of image, then version 1.01 without density or thumbnail (ITU-T T.871, 10.1). */
const JFIF_START = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");

/** The library leaves the header out together with all other metadata. */
function withJfifHeader(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (Buffer.from(jpeg.buffer, jpeg.byteOffset, 4).equals(JFIF_START.subarray(0, 4))) return jpeg;
  const framed = new Uint8Array(jpeg.length - 2 + JFIF_START.length);
  framed.set(JFIF_START);
  framed.set(jpeg.subarray(2), JFIF_START.length);
  return framed;
}

async function drawSymbol(svg: string): Promise<PixelBlock> {
  const block = await toBlock((await loadSharp())(Buffer.from(svg)));
  // Ink is black: premultiplied, its colours are zero whatever the renderer left there.
  for (let at = 0; at < block.pixels.length; at += 4) block.pixels.fill(0, at, at + 3);
  return block;
}

/** @throws ImageError `ERR_IMAGE_DECODE` */
export async function toBlock(opened: Sharp): Promise<PixelBlock> {
  const { data, info } = await opened.toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 4 || data.length !== info.width * info.height * 4) throw new ImageError("ERR_IMAGE_DECODE");
  const pixels = ownBytes(data);
  swapRedAndBlue(pixels);
  return { width: info.width, height: info.height, pixels, isOpaque: false, colorSpace: SRGB };
}

/** A copy that may change its owner: the library's buffers may not, and what else it gives is never freed. */
export function ownBytes(data: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(data);
}
