import type { Bitmap } from "../bitmap.ts";
import { received } from "../native/job.ts";
import { runSync } from "../native/sync-bridge.ts";

/** Draws black ink on clear ground. `undefined` where no renderer is at hand. */
export function drawSymbol(body: string, pixels: number, strokeWidth: number): Bitmap | undefined {
  const ink = body.replaceAll("currentColor", "#000").replaceAll('stroke-width="2"', `stroke-width="${strokeWidth}"`);
  const size = `width="${pixels}" height="${pixels}" viewBox="0 0 24 24"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ink}</svg>`;
  const answer = runSync(() => ({ kind: "draw-symbol", svg }));
  return answer?.kind === "pixels" ? received(answer.block) : undefined;
}
