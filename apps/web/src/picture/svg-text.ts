import type { ChartTheme } from "@vedette/chart/core";

export interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly weight?: number;
  /** CSS pixels; what does not fit is cut off. */
  readonly width?: number;
}

/** Widths of letters in parts of their size, of the widest among the fonts that servers have. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[iljI.,:;'|!\s]/, 0.34],
  [/[frt()[\]{}/\\-]/, 0.42],
  [/[mwMW%@]/, 0.92],
  [/[A-Z&]/, 0.69],
  [/[^\u0020-\u024F]/, 0.95],
];
const USUAL_WIDTH = 0.62;
const BOLD = 1.1;

/** About how wide a line will be, in CSS pixels: there is no font to measure with. */
export function textWidth(text: string, { size, weight = 400 }: Pick<TextStyle, "size" | "weight">): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH;
  return width * size * (weight >= 600 ? BOLD : 1);
}

/** As much of a text as fits. */
function fitted(text: string, style: TextStyle): string {
  const { width } = style;
  if (width === undefined || textWidth(text, style) <= width) return text;
  const letters = [...text.slice(0, Math.ceil(width))];
  while (letters.length > 1 && textWidth(`${letters.join("")}…`, style) > width) letters.pop();
  return `${letters.join("")}…`;
}

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
  const { size, color, anchor = "start", weight = 400 } = style;
  const font = `font-family="${escaped(theme.font)}" font-size="${size}" font-weight="${weight}"`;
  const shown = escaped(fitted(text, style));
  return `<text x="${x}" y="${y}" ${font} text-anchor="${anchor}" fill="${escaped(color)}">${shown}</text>`;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An area with round corners; without width or height it is left out. */
export function svgBox({ x, y, width, height }: Box, fill: string, { radius = 3, opacity = 1 } = {}): string {
  if (!(width > 0 && height > 0)) return "";
  const size = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`;
  return `<rect ${size} fill="${escaped(fill)}"${opacity === 1 ? "" : ` fill-opacity="${opacity}"`}/>`;
}

/** Breaks a text into lines at its spaces; a word longer than a line is cut where it is drawn. */
export function wrapped(text: string, style: TextStyle & { readonly width: number }): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const current = lines.at(-1) ?? "";
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && textWidth(longer, style) > style.width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Places a drawing. */
export function moved(x: number, y: number, drawing: string): string {
  return `<g transform="translate(${x} ${y})">${drawing}</g>`;
}
