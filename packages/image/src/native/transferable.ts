import type { Answer } from "./job.ts";

/** The memory of an answer changes its owner instead of being copied. */
export function transferable(answer: Answer): ArrayBuffer[] {
  if (answer.kind === "pixels") return [answer.block.pixels.buffer];
  return answer.kind === "bytes" ? [answer.bytes.buffer] : [];
}
