import { displayValue } from "../dashboard/model/field/display-value.ts";
import { reducerName, reduceValues } from "../dashboard/model/field/reducer.ts";
import type { PanelSeries } from "../dashboard/panel/time-series/series-of-frames.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { moved, svgBox, svgText, textWidth } from "./svg-text.ts";

export const LEGEND_SIZE = 12;
const LINE = 20;
const MARK = 18;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** Names side by side; what has no room stays out. */
export function legendList(
  series: readonly PanelSeries[],
  { width, height }: Room,
  { chartTheme }: PanelPicture,
): string {
  const style = { size: LEGEND_SIZE, color: chartTheme.label, width: width - MARK };
  let [x, y] = [0, 0];
  let drawn = "";
  for (const { name, color } of series) {
    const wide = Math.min(width, MARK + textWidth(name, style) + 14);
    if (x + wide > width + 14 && x > 0) [x, y] = [0, y + LINE];
    if (y + LINE > height + 2) break;
    drawn += moved(x, y, mark(color) + svgText(name, MARK, 14, style, chartTheme));
    x += wide;
  }
  return drawn;
}

function mark(color: string): string {
  return svgBox({ x: 0, y: 8, width: 12, height: 4 }, color, { radius: 2 });
}

interface TableRoom extends Room {
  /** Ids of reducers: a column each. */
  readonly calcs: readonly string[];
}

/** A line for each series with what was reckoned from it. */
export function legendTable(
  series: readonly PanelSeries[],
  { calcs, width, height }: TableRoom,
  picture: PanelPicture,
): string {
  const { chartTheme } = picture;
  const column = calcs.length === 0 ? 0 : Math.min(LEGEND_SIZE * 6, (width * 0.6) / calcs.length);
  const names = width - column * calcs.length;
  const number = { size: LEGEND_SIZE, anchor: "end" as const, width: column - 8 };
  const at = (index: number): number => names + (index + 1) * column;
  const head = calcs.map((calc, index) =>
    svgText(reducerName(calc), at(index), 14, { ...number, color: chartTheme.label }, chartTheme),
  );
  const top = calcs.length === 0 ? 0 : LINE;
  const lines = series
    .slice(0, Math.max(0, Math.floor((height - top + 2) / LINE)))
    .map(({ name, color, field }, row) => {
      const style = { size: LEGEND_SIZE, color: chartTheme.label, width: names - MARK - 6 };
      const values = calcs.map((calc, index) => {
        const { line } = displayValue(reduceValues(calc, Array.from(field.values)), field, displayContext(picture));
        return svgText(line, at(index), 14, { ...number, color: chartTheme.text }, chartTheme);
      });
      return moved(0, top + row * LINE, mark(color) + svgText(name, MARK, 14, style, chartTheme) + values.join(""));
    });
  return [...head, ...lines].join("");
}
