let context: CanvasRenderingContext2D | null | undefined;

/** As wide as the widest figure of a font, and what figures of one width take beyond it in fonts that have both. */
const FIGURE = "0";
const FIGURE_ROOM = 1.04;

/**
 * Width of the widest text in CSS pixels; an estimate where there is no canvas. Figures count as all of one width: the
 * style of a page may draw them so, of which a canvas that stands in no page knows nothing.
 */
export function widestText(texts: readonly string[], font: string, fontSize: number): number {
  context ??= typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = `${fontSize}px ${font}`;
  return texts.reduce((widest, text) => Math.max(widest, measured(text) ?? text.length * fontSize * 0.6), 0);
}

function measured(text: string): number | undefined {
  const width = context?.measureText(text.replaceAll(/\d/g, FIGURE)).width;
  return width === undefined ? undefined : width * FIGURE_ROOM;
}
