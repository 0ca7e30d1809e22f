import type { PanelPicture } from "./picture-context.ts";
import { svgText, wrapped } from "./svg-text.ts";

const SIZE = 13;
const LINE = 18;

/** A sentence in the middle of the panel. */
export function noticePicture(text: string, { width, height, chartTheme }: PanelPicture): string {
  const style = { size: SIZE, color: chartTheme.label, anchor: "middle" as const, width };
  const lines = wrapped(text, style).slice(0, Math.max(1, Math.floor(height / LINE)));
  const top = height / 2 - ((lines.length - 1) * LINE) / 2 + SIZE * 0.35;
  return lines.map((line, at) => svgText(line, width / 2, top + at * LINE, style, chartTheme)).join("");
}
