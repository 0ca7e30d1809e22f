import { expect, it } from "vitest";
import { CHART_THEMES } from "../theme.ts";
import { drawPicture } from "./picture.ts";
import { paintPlainLines } from "./plain-lines.ts";

it("a plain picture has no line of its grid where a limit lies, which it would cover", () => {
  const strokes = (limit: number) => {
    const t = Float64Array.from({ length: 60 }, (_, at) => at);
    const thresholds = [{ from: limit, to: Number.POSITIVE_INFINITY, color: "red", as: "line" }] as const;
    const picture = { series: [{ name: "load", t, v: t }], range: { from: 0, to: 59 } };
    const { option, plot } = drawPicture(
      { ...picture, look: { thresholds }, theme: CHART_THEMES.dark },
      { width: 400, height: 200 },
      undefined,
    );
    let levels = 0;
    const pen = { moveTo: () => undefined, lineTo: () => (levels += 1), closePath: () => undefined };
    paintPlainLines(option, plot)?.eachChild((part) => {
      const { shape, style } = part as unknown as { shape?: { draw?: (to: typeof pen) => void }; style: object }; // of the library, untyped
      if (Reflect.get(style, "stroke") === CHART_THEMES.dark.grid) shape?.draw?.(pen);
    });
    return levels;
  };

  expect(strokes(40)).toBeGreaterThan(2);
  expect(strokes(40)).toBe(strokes(43) - 1);
});
