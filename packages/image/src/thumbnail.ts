import { conversionError, objectArgument, requireArguments, stringArgument } from "./arguments.ts";
import { ImageError, type ImageErrorCode } from "./image-error.ts";
import { LIMITS } from "./limits.ts";
import { runAsync } from "./native/async-worker-client.ts";
import { received } from "./native/job.ts";
import { bitmapRepresentation, type Representation, type Size } from "./representation.ts";

const MESSAGE = "unable to retrieve thumbnail preview image for the given path";

/**
 * Draws the preview of a picture file: upright, in sRGB, as large as fits into the box.
 *
 * @throws TypeError for arguments of another type; Error for a box without area; ImageError
 */
export async function thumbnailFromPath(args: readonly unknown[]): Promise<Representation> {
  requireArguments(args.length, 2);
  const path = stringArgument(args[0], 0);
  const { width, height } = readBox(args[1]);
  const answer = await runAsync({ kind: "thumbnail", path, width, height });
  if (answer.kind === "pixels") return bitmapRepresentation(received(answer.block), 1);
  const code: ImageErrorCode = answer.kind === "refused" ? answer.code : "ERR_IMAGE_DECODE";
  throw new ImageError(code, { message: `${MESSAGE}: ${reasonOf(code)}` });
}

function readBox(value: unknown): Size {
  const { width, height } = objectArgument(value, 1);
  if (typeof width !== "number" || typeof height !== "number") throw conversionError(1, value);
  if (!(width > 0 && height > 0)) throw new Error("size must not be empty");
  return { width: Math.min(width, LIMITS.side), height: Math.min(height, LIMITS.side) };
}

function reasonOf(code: ImageErrorCode): string {
  return new ImageError(code).message;
}
