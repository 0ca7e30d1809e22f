import { type LooseOptions, numberOption, signalOption } from "./arguments.ts";
import type { Bitmap } from "./bitmap.ts";
import { toSrgb } from "./color/convert.ts";
import { ImageError } from "./image-error.ts";
import { runAsync } from "./native/async-worker-client.ts";
import type { EncodeTarget } from "./native/job.ts";

export interface EncodeOptions {
  /** Which density; default 1. */
  readonly scaleFactor?: number;
  /** 0 to 100, for `jpeg` and `webp`; default 80. */
  readonly quality?: number;
  /** For `webp`; default false. */
  readonly lossless?: boolean;
  readonly signal?: AbortSignal;
}

/** @throws ImageError `ERR_IMAGE_UNSUPPORTED_FORMAT`, `ERR_IMAGE_ENCODE`; the signal's reason */
export async function encodeImage(
  format: unknown,
  options: LooseOptions,
  find: () => Bitmap | undefined,
): Promise<Buffer> {
  const target = encodeTarget(format, options);
  if (target === undefined) throw new ImageError("ERR_IMAGE_UNSUPPORTED_FORMAT");
  const bitmap = find();
  if (bitmap === undefined) return Buffer.alloc(0);
  const block = target.format === "png" ? bitmap : toSrgb(bitmap);
  const answer = await runAsync({ kind: "encode", block, target }, signalOption(options));
  if (answer.kind !== "bytes") throw new ImageError("ERR_IMAGE_ENCODE");
  return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length);
}

function encodeTarget(format: unknown, options: LooseOptions): EncodeTarget | undefined {
  const quality = Math.min(100, Math.max(0, Math.round(numberOption(options, "quality") ?? 80)));
  if (format === "png") return { format };
  if (format === "jpeg") return { format, quality };
  return format === "webp" ? { format, quality, lossless: options["lossless"] === true } : undefined;
}
