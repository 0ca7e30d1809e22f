let context: CanvasRenderingContext2D | null | undefined;

/** Width of the widest text in CSS pixels; an estimate where there is no canvas. */
export function widestText(texts: readonly string[], font: string, fontSize: number): number {
  context ??= typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = `${fontSize}px ${font}`;
  return texts.reduce(
    (widest, text) => Math.max(widest, context?.measureText(text).width ?? text.length * fontSize * 0.6),
    0,
  );
}
