import type { Bitmap } from "../bitmap.ts";
import { runSync } from "../native/sync-bridge.ts";
import { type JpegHeader, jpegColorSpace } from "./header.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Decodes a checked JPEG, in another size than its own if one is given. `undefined` when it is damaged or cut off. */
export function decodeJpegSync(bytes: Uint8Array, header: JpegHeader, size?: Size): Bitmap | undefined {
  const { profile: _, ...shape } = header;
  const answer = runSync(() => ({ kind: "decode-jpeg", bytes, header: shape, size }));
  if (answer?.kind !== "pixels") return undefined;
  const { block } = answer;
  return { ...block, colorSpace: jpegColorSpace(header) };
}
