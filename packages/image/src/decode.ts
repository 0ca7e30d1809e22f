import { fileURLToPath } from "node:url";
import {
  bytesOf,
  conversionError,
  integerOption,
  type LooseOptions,
  numberOption,
  scaleFactorOption,
  signalOption,
} from "./arguments.ts";
import { ImageError } from "./image-error.ts";
import { LIMITS } from "./limits.ts";
import { runAsync } from "./native/async-worker-client.ts";
import { received, type Source } from "./native/job.ts";
import { bitmapRepresentation, type Representation } from "./representation.ts";

export interface DecodeOptions {
  /** Scale factor of the representation; default 1. */
  readonly scaleFactor?: number;
  /** Turns the picture as its EXIF orientation says; default false. */
  readonly autoOrient?: boolean;
  /** Default 100,000,000; most 268,402,689. */
  readonly maxPixels?: number;
  /** Page of a TIFF, GIF, WebP or PDF; default 0. */
  readonly page?: number;
  /** Dots per inch for SVG and PDF; default 72. */
  readonly density?: number;
  readonly signal?: AbortSignal;
}

const MAX_PAGE = 100_000;
const MAX_DENSITY = 100_000;

/**
 * Decodes in a thread of its own: PNG, JPEG, WebP, GIF, AVIF, TIFF, SVG, and PDF where its renderer is installed.
 *
 * @param source - a path, a `file:` URL or bytes
 * @throws ImageError as rejection, TypeError for another kind of source, the signal's reason
 */
export async function decodePicture(source: unknown, options: LooseOptions): Promise<Representation> {
  const answer = await runAsync(
    {
      kind: "decode",
      source: readSource(source),
      options: {
        autoOrient: options["autoOrient"] === true,
        maxPixels: maxPixelsOption(options),
        page: Math.min(MAX_PAGE, Math.max(0, integerOption(options, "page") ?? 0)),
        density: Math.min(MAX_DENSITY, Math.max(1, numberOption(options, "density") ?? 72)),
      },
    },
    signalOption(options),
  );
  if (answer.kind === "pixels") return bitmapRepresentation(received(answer.block), scaleFactorOption(options));
  throw new ImageError(answer.kind === "refused" ? answer.code : "ERR_IMAGE_DECODE");
}

/** Whole pixels alone: the native library takes no other limit. */
function maxPixelsOption(options: LooseOptions): number {
  const wanted = numberOption(options, "maxPixels") ?? LIMITS.filePixels;
  return Math.max(1, Math.min(LIMITS.pixels, Math.floor(wanted)));
}

function readSource(source: unknown): Source {
  if (typeof source === "string") return { path: source };
  if (source instanceof URL && source.protocol === "file:") return { path: fileURLToPath(source) };
  const bytes = bytesOf(source);
  if (bytes === undefined) throw conversionError(0, source);
  return { bytes };
}
