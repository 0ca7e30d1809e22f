import type { Bitmap } from "../bitmap.ts";
import { runSync } from "../native/sync-bridge.ts";
import { type JpegHeader, jpegColorSpace } from "./header.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Decodes a checked JPEG, in another size than its own if one is given. `undefined` when it is damaged or cut off. */
export function decodeJpegSync(bytes: Uint8Array, header: JpegHeader, size?: Size): Bitmap | undefined {
  const answer = runSync(() => ({ kind: "decode-jpeg", bytes, isCmyk: header.components === 4, size }));
  if (answer?.kind !== "pixels") return undefined;
  const { block } = answer;
  const { width, height } = size ?? header;
  const isRightSize = block.width === width && block.height === height;
  return isRightSize ? { ...block, colorSpace: jpegColorSpace(header) } : undefined;
}
