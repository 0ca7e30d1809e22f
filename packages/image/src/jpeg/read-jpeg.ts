import type { Bitmap } from "../bitmap.ts";
import { runSync } from "../native/sync-bridge.ts";
import { type JpegHeader, jpegColorSpace } from "./header.ts";

/** Decodes a checked JPEG, `shrink` (1, 2, 4, 8) times smaller. `undefined` when it is damaged or cut off. */
export function decodeJpegSync(bytes: Uint8Array, header: JpegHeader, shrink = 1): Bitmap | undefined {
  const answer = runSync({ kind: "decode-jpeg", bytes, isCmyk: header.components === 4, shrink });
  if (answer?.kind !== "pixels") return undefined;
  const { block } = answer;
  const isRightSize =
    block.width === Math.ceil(header.width / shrink) && block.height === Math.ceil(header.height / shrink);
  return isRightSize ? { ...block, colorSpace: jpegColorSpace(header) } : undefined;
}
