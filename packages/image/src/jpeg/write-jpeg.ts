import type { Bitmap } from "../bitmap.ts";
import { toSrgb } from "../color/convert.ts";
import { rgbPicture } from "../native/job.ts";
import { runSync } from "../native/sync-bridge.ts";

/** The picture over black, in sRGB. An empty buffer when no encoder is at hand. */
export function writeJpegSync(bitmap: Bitmap, quality: number): Buffer {
  const answer = runSync(() => ({ kind: "encode-jpeg", picture: rgbPicture(toSrgb(bitmap)), quality }));
  return answer?.kind === "bytes"
    ? Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length)
    : Buffer.alloc(0);
}
