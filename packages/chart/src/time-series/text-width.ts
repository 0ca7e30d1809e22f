let context: CanvasRenderingContext2D | null | undefined;

/** By font and shape: the labels of all charts have few shapes, and a canvas takes 50 µs to measure one. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 1000;

/** As wide as the widest figure of a font, and what figures of one width take beyond it in fonts that have both. */
const FIGURE = "0";
const FIGURE_ROOM = 1.04;

/**
 * Width of the widest text in CSS pixels; an estimate where there is no canvas. Figures count as all of one width: the
 * style of a page may draw them so, of which a canvas that stands in no page knows nothing.
 */
export function widestText(texts: readonly string[], font: string, fontSize: number): number {
  context ??= openCanvas();
  const canvas = context;
  const measure = (text: string) =>
    canvas === null ? text.length * fontSize * 0.6 : measured(canvas, `${fontSize}px ${font}`, text);
  return texts.reduce((widest, text) => Math.max(widest, measure(text)), 0);
}

function openCanvas(): CanvasRenderingContext2D | null {
  if (typeof document === "undefined") return null;
  // Until a font of the page has come, another one is measured in its place.
  document.fonts?.addEventListener("loadingdone", () => widths.clear());
  return document.createElement("canvas").getContext("2d");
}

function measured(canvas: CanvasRenderingContext2D, font: string, text: string): number {
  const shape = text.replaceAll(/\d/g, FIGURE);
  const key = `${font} ${shape}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  canvas.font = font;
  const width = canvas.measureText(shape).width * FIGURE_ROOM;
  if (widths.size >= MOST_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
}
