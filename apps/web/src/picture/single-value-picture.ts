import { renderTimeSeriesToSVG, renderToSVG } from "@vedette/chart";
import { cssColor } from "../dashboard/model/field/color-name.ts";
import { type DisplayValue, displayValue } from "../dashboard/model/field/display-value.ts";
import { absoluteSteps } from "../dashboard/model/field/thresholds.ts";
import { oneOf, textOf } from "../dashboard/model/json.ts";
import { gaugeOption } from "../dashboard/panel/single-value/gauge-option.ts";
import { type ReducedValue, rangeOf, reducedValues } from "../dashboard/panel/single-value/reduced-values.ts";
import { valueGrid } from "../dashboard/panel/single-value/value-grid.ts";
import type { PanelPicture } from "./picture-context.ts";
import { moved, svgText } from "./svg-text.ts";

interface Cell {
  readonly value: ReducedValue;
  readonly shown: DisplayValue;
  readonly all: readonly ReducedValue[];
  readonly width: number;
  readonly height: number;
  readonly picture: PanelPicture;
}

/** Large numbers, with their course behind them. */
export function statPicture(picture: PanelPicture): string {
  return inGrid(picture, statCell);
}

/** Numbers within their limits, as arcs. */
export function gaugePicture(picture: PanelPicture): string {
  return inGrid(picture, gaugeCell);
}

function inGrid(picture: PanelPicture, draw: (cell: Cell) => string): string {
  const { panel, frames, width, height, theme, timeZone, span } = picture;
  const all = reducedValues(frames, panel.options);
  const { columns, rows } = valueGrid(all.length, { width, height }, textOf(panel.options["orientation"], "auto"));
  const cell = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  return all
    .map((value, at) => {
      const shown = displayValue(value.value, value.field, { theme, timeZone, now: span.to });
      const drawn = draw({ value, shown, all, picture, ...cell });
      return moved((at % columns) * cell.width, Math.floor(at / columns) * cell.height, drawn);
    })
    .join("");
}

function statCell(cell: Cell): string {
  const { value, shown, all, width, height, picture } = cell;
  const { chartTheme, panel } = picture;
  const color = shown.color === undefined || shown.color === "transparent" ? chartTheme.text : shown.color;
  const hasGraph = oneOf(panel.options["graphMode"], ["area", "line", "none"], "area") !== "none" && height >= 64;
  const letters = Math.max(4, shown.line.length);
  const size = Math.max(10, Math.min(height * 0.4, (width / letters) * 1.6, 64));
  const middle = height * (hasGraph ? 0.42 : 0.5) + size * 0.35;
  const text = svgText(shown.line, width / 2, middle, { size, color, anchor: "middle", weight: 600 }, chartTheme);
  const name = all.length === 1 ? "" : nameLine(value.name, middle - size, cell);
  return (hasGraph ? course(cell, color) : "") + text + name;
}

function nameLine(name: string, y: number, { width, picture: { chartTheme } }: Cell): string {
  const style = { size: 12, color: chartTheme.label, anchor: "middle" as const, width };
  return svgText(name, width / 2, Math.max(12, y), style, chartTheme);
}

/** The values that the number is made of, in the lower part of the cell. */
function course({ value, width, height, picture }: Cell, color: string): string {
  if (value.time === undefined) return "";
  const numbers = (values: ArrayLike<unknown>): Float64Array =>
    Float64Array.from(values, (item) => (typeof item === "number" ? item : Number.NaN));
  const series = { name: "", t: numbers(value.time.values), v: numbers(value.field.values), color };
  const graph = renderTimeSeriesToSVG({
    series: [{ ...series, draw: { width: 1.5, fill: 0.18 } }],
    range: picture.span,
    look: { isBare: true, timeZone: picture.timeZone },
    theme: picture.chartTheme,
    width,
    height: Math.floor(height * 0.4),
  });
  return moved(0, height - Math.floor(height * 0.4), graph);
}

function gaugeCell(cell: Cell): string {
  const { value, shown, all, width, height, picture } = cell;
  const { theme, chartTheme } = picture;
  const { min, max } = rangeOf(value.field, all);
  const { thresholds } = value.field.settings;
  const steps = thresholds === undefined ? [] : absoluteSteps(thresholds, { min, max });
  const color = shown.color ?? chartTheme.text;
  const option = gaugeOption({
    value: typeof value.value === "number" ? value.value : Number.NaN,
    ...{ min, max, color, track: chartTheme.grid },
    steps: steps.map((step) => ({ from: step.from, color: cssColor(step.color, theme) })),
    size: { width, height },
  });
  const size = Math.max(10, Math.min(height * 0.2, (width / Math.max(4, shown.line.length)) * 0.9));
  const style = { size, color, anchor: "middle" as const, weight: 600 };
  const name = all.length === 1 ? "" : nameLine(value.name, height - 4, cell);
  return (
    renderToSVG(option, { width, height }) + svgText(shown.line, width / 2, height * 0.62, style, chartTheme) + name
  );
}
