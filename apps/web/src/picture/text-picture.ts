import { oneOf, textOf } from "../dashboard/model/json.ts";
import { interpolate } from "../dashboard/model/variable/interpolate.ts";
import type { PanelPicture } from "./picture-context.ts";
import { svgBox, svgText, wrapped } from "./svg-text.ts";
import { markdownBlocks, plainBlocks, type TextBlock } from "./text-blocks.ts";

/** Text beyond this is never on a picture. */
const MOST_LETTERS = 10_000;
const INDENT = 18;

/** What people wrote, without what only a browser can show. */
export function textPicture(picture: PanelPicture): string {
  const { panel, scope, width, height } = picture;
  const mode = oneOf(panel.options["mode"], ["markdown", "html", "code"], "markdown");
  const content = interpolate(textOf(panel.options["content"]), scope).slice(0, MOST_LETTERS);
  const blocks = mode === "markdown" ? markdownBlocks(content) : plainBlocks(content, mode);
  let [drawn, y] = ["", 0];
  for (const block of blocks) {
    const size = SIZES[block.kind];
    if (y + size > height) break;
    const lines = linesOf(block, width - block.depth * INDENT);
    drawn += lines.map((line, at) => drawLine(line, block, { y: y + at * size * 1.45, at }, picture)).join("");
    y += lines.length * size * 1.45 + (block.kind === "code" || block.kind === "item" ? 2 : size * 0.45);
  }
  // Lines below the lower edge are cut off with it.
  return `<svg width="${width}" height="${height}">${drawn}</svg>`;
}

const SIZES: Readonly<Record<TextBlock["kind"], number>> = { title: 19, heading: 15, text: 13, item: 13, code: 12 };

function linesOf({ kind, text }: TextBlock, width: number): string[] {
  return kind === "code" ? [text] : wrapped(text, { size: SIZES[kind], color: "", width, weight: weightOf(kind) });
}

function weightOf(kind: TextBlock["kind"]): number {
  return kind === "title" || kind === "heading" ? 600 : 400;
}

interface LinePlace {
  readonly y: number;
  /** Which line of its block. */
  readonly at: number;
}

function drawLine(
  line: string,
  { kind, mark, depth }: TextBlock,
  { y, at }: LinePlace,
  { width, chartTheme }: PanelPicture,
): string {
  const [size, x] = [SIZES[kind], depth * INDENT];
  const base = y + size;
  const style = { size, color: chartTheme.text, weight: weightOf(kind), width: width - x };
  const ground =
    kind === "code" ? svgBox({ x: 0, y, width, height: size * 1.6 }, chartTheme.grid, { radius: 0, opacity: 0.5 }) : "";
  const sign = mark !== "" && at === 0 ? svgText(mark, x - INDENT, base, style, chartTheme) : "";
  return ground + sign + svgText(line, kind === "code" ? x + 6 : x, base, style, chartTheme);
}
