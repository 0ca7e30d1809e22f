import { displayValue } from "../dashboard/model/field/display-value.ts";
import { barGaugeLook } from "../dashboard/panel/single-value/bar-gauge-look.ts";
import { isNamedAlone, rangeOf, reducedValues } from "../dashboard/panel/single-value/reduced-values.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { svgBox, svgText, textWidth } from "./svg-text.ts";

interface Bar {
  readonly name: string;
  readonly text: string;
  readonly color: string;
  /** Of the range, 0 to 1. */
  readonly share: number;
}

interface Bars {
  readonly bars: readonly Bar[];
  readonly hasNames: boolean;
  readonly hasValues: boolean;
}

const SIZE = 12;
/** Lines between these heights share the panel. */
const [LEAST_LINE, MOST_LINE] = [20, 44];
const GAP = 4;

/** Values as bars of a range, each with its name and number. */
export function barGaugePicture(picture: PanelPicture): string {
  const { panel, frames, width, height } = picture;
  const all = reducedValues(frames, panel.options);
  const bars = all.map(({ name, value, field }): Bar => {
    const shown = displayValue(value, field, displayContext(picture));
    const { min, max } = rangeOf(field, all);
    const share = typeof value === "number" ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
    return { name, text: shown.line, color: shown.color ?? picture.chartTheme.series[0] ?? "", share };
  });
  const letters = Math.max(1, ...bars.map(({ text }) => text.length));
  const look = barGaugeLook(panel.options, { width, height, count: all.length, letters });
  const hasNames =
    look.names !== "hidden" && (all.length > 1 || isNamedAlone(panel, panel.title) || look.names !== "auto");
  const drawn = { bars, hasNames, hasValues: look.hasValue };
  return look.direction === "vertical" ? upright(drawn, picture) : lying(drawn, picture);
}

function lying({ bars, hasNames, hasValues }: Bars, { width, height, chartTheme }: PanelPicture): string {
  const line = Math.min(MOST_LINE, Math.max(LEAST_LINE, height / bars.length));
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map((text) => textWidth(text, { size: SIZE, weight: 600 })));
  const names = hasNames ? Math.min(width * 0.4, widest(bars.map(({ name }) => name)) + 10) : 0;
  const numbers = hasValues ? Math.min(width * 0.3, widest(bars.map(({ text }) => text)) + 10) : 0;
  const room = width - names - numbers;
  return bars
    .slice(0, Math.max(1, Math.floor(height / line)))
    .map(({ name, text, color, share }, at) => {
      const y = at * line;
      const base = y + (line - GAP) / 2 + SIZE * 0.35;
      const label = { size: SIZE, color: chartTheme.label, width: names - 8 };
      const number = { size: SIZE, color, anchor: "end" as const, weight: 600 };
      const bar = { x: names, y, height: line - GAP };
      return (
        (hasNames ? svgText(name, 0, base, label, chartTheme) : "") +
        svgBox({ ...bar, width: room }, chartTheme.grid, { opacity: 0.6 }) +
        svgBox({ ...bar, width: room * share }, color, { opacity: 0.8 }) +
        (hasValues ? svgText(text, width, base, number, chartTheme) : "")
      );
    })
    .join("");
}

function upright({ bars, hasNames, hasValues }: Bars, { width, height, chartTheme }: PanelPicture): string {
  const column = width / bars.length;
  const top = hasValues ? SIZE + 8 : 0;
  const most = Math.max(4, height - top - (hasNames ? SIZE + 8 : 0));
  return bars
    .map(({ name, text, color, share }, at) => {
      const x = at * column;
      const wide = column - GAP * 2;
      const centred = { size: SIZE, anchor: "middle" as const, width: wide };
      const middle = x + column / 2;
      const bar = { x: x + GAP, width: wide };
      return (
        (hasValues ? svgText(text, middle, SIZE, { ...centred, color, weight: 600 }, chartTheme) : "") +
        svgBox({ ...bar, y: top, height: most }, chartTheme.grid, { opacity: 0.6 }) +
        svgBox({ ...bar, y: top + most * (1 - share), height: most * share }, color, { opacity: 0.8 }) +
        (hasNames ? svgText(name, middle, height - 2, { ...centred, color: chartTheme.label }, chartTheme) : "")
      );
    })
    .join("");
}
