import type { ChartTheme } from "@vedette/chart";

export interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly weight?: number;
  /** CSS pixels; what does not fit is cut off. */
  readonly width?: number;
}

/** Average width of a letter in parts of its size. */
const LETTER = 0.56;

/** Text and attributes of SVG: documents are foreign, so nothing of them may end a tag. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** One line of text; `y` is its base line. */
export function svgText(text: string, x: number, y: number, style: TextStyle, theme: ChartTheme): string {
  const { size, color, anchor = "start", weight = 400, width } = style;
  const letters = width === undefined ? undefined : Math.max(1, Math.floor(width / (size * LETTER)));
  const shown = letters !== undefined && text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
  const font = `font-family="${escaped(theme.font)}" font-size="${size}" font-weight="${weight}"`;
  return `<text x="${x}" y="${y}" ${font} text-anchor="${anchor}" fill="${escaped(color)}">${escaped(shown)}</text>`;
}

/** Places a drawing. */
export function moved(x: number, y: number, drawing: string): string {
  return `<g transform="translate(${x} ${y})">${drawing}</g>`;
}
