import { renderTimeSeriesToSVG, renderToSVG } from "@vedette/chart/core";
import { cssColor } from "../dashboard/model/field/color-name.ts";
import { type DisplayValue, displayValue } from "../dashboard/model/field/display-value.ts";
import { absoluteSteps } from "../dashboard/model/field/thresholds.ts";
import { flagOf, type JsonObject, oneOf, textOf } from "../dashboard/model/json.ts";
import { gaugeOption } from "../dashboard/panel/single-value/gauge-option.ts";
import {
  isNamedAlone,
  type ReducedValue,
  rangeOf,
  reducedValues,
} from "../dashboard/panel/single-value/reduced-values.ts";
import { type ValueGrid, valueGrid } from "../dashboard/panel/single-value/value-grid.ts";
import { displayContext, type PanelPicture } from "./picture-context.ts";
import { moved, svgBox, svgText, textWidth } from "./svg-text.ts";

interface Cell {
  readonly value: ReducedValue;
  readonly shown: DisplayValue;
  readonly all: readonly ReducedValue[];
  readonly width: number;
  readonly height: number;
  readonly picture: PanelPicture;
}

const GAP = 4;
const NAME_LINE = 18;

/** Large numbers, with their course behind them. */
export function statPicture(picture: PanelPicture): string {
  const { panel, frames, width, height } = picture;
  const all = reducedValues(frames, panel.options);
  const grid = valueGrid(all.length, { width, height }, textOf(panel.options["orientation"], "auto"));
  const lines = all.map((value) =>
    statLine(value, displayValue(value.value, value.field, displayContext(picture)), panel.options),
  );
  const widest = lines.reduce((most, line) => (textWidth(line, TYPE) > textWidth(most, TYPE) ? line : most), "");
  return inGrid(all, grid, { picture, draw: (cell) => statCell(cell, widest) });
}

/** Numbers within their limits, as arcs. */
export function gaugePicture(picture: PanelPicture): string {
  const { panel, frames, width, height } = picture;
  const all = reducedValues(frames, panel.options);
  // Arcs are nearly square: the grid that is best for cells of 2 to 1 is best for them when all is wider.
  return inGrid(all, valueGrid(all.length, { width: width * 1.6, height }, "auto"), { picture, draw: gaugeCell });
}

interface GridDrawing {
  readonly picture: PanelPicture;
  readonly draw: (cell: Cell) => string;
}

function inGrid(all: readonly ReducedValue[], { columns, rows }: ValueGrid, { picture, draw }: GridDrawing): string {
  const [width, height] = [picture.width / columns, picture.height / rows];
  const size = {
    width: Math.floor(columns > 1 ? width - GAP : width),
    height: Math.floor(rows > 1 ? height - GAP : height),
  };
  return all
    .map((value, at) => {
      const shown = displayValue(value.value, value.field, displayContext(picture));
      return moved(
        (at % columns) * width,
        Math.floor(at / columns) * height,
        draw({ value, shown, all, picture, ...size }),
      );
    })
    .join("");
}

const COLOR_MODES = ["value", "background", "background_solid", "none"] as const;
const TEXT_MODES = ["auto", "value", "value_and_name", "name", "none"] as const;
/** How much of its ground a coloured number takes. */
const GROUND = { value: 0, none: 0, background: 0.26, background_solid: 0.48 } as const;

const TYPE = { size: 1, weight: 600 } as const;

/** @param widest - the line of the panel that decides the size of all */
function statCell(cell: Cell, widest: string): string {
  const { value, width, height, picture } = cell;
  const { chartTheme } = picture;
  const look = statLook(cell);
  const room = look.hasGraph ? height * 0.62 : height;
  const name = look.hasName ? Math.min(NAME_LINE, height * 0.3) : 0;
  const size = largest(widest, { width: width - 12, height: (room - name) * 0.72, most: 72 });
  const base = (room + name) / 2 + size * 0.35;
  const color = look.colorMode === "value" ? (look.color ?? chartTheme.text) : chartTheme.text;
  const style = { size, color, anchor: "middle" as const, weight: 600, width };
  const ground = { radius: 4, opacity: GROUND[look.colorMode] };
  return (
    svgBox({ x: 0, y: 0, width, height }, look.color ?? "none", ground) +
    (look.hasGraph ? course(cell, look.color ?? chartTheme.series[0] ?? chartTheme.text) : "") +
    svgText(look.line, width / 2, base, style, chartTheme) +
    (look.hasName ? nameLine(value.name, Math.max(11, base - size * 0.75 - 6), cell) : "")
  );
}

function statLine(value: ReducedValue, { line }: DisplayValue, options: JsonObject): string {
  const textMode = oneOf(options["textMode"], TEXT_MODES, "auto");
  return { auto: line, value: line, value_and_name: line, name: value.name, none: "" }[textMode];
}

/** What the panel's options show of a value. */
function statLook({ value, shown, all, height, picture: { panel } }: Cell) {
  const color = shown.color === "transparent" ? undefined : shown.color;
  const textMode = oneOf(panel.options["textMode"], TEXT_MODES, "auto");
  const isGraph = oneOf(panel.options["graphMode"], ["area", "line", "none"], "area") !== "none";
  return {
    color,
    colorMode: color === undefined ? ("none" as const) : oneOf(panel.options["colorMode"], COLOR_MODES, "value"),
    line: statLine(value, shown, panel.options),
    hasName:
      textMode === "value_and_name" || (textMode === "auto" && (all.length > 1 || isNamedAlone(panel, panel.title))),
    hasGraph: isGraph && height >= 64 && value.time !== undefined,
  };
}

interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly most: number;
}

/** The largest type in which a text fits. */
function largest(text: string, { width, height, most }: TextRoom): number {
  const wide = width / Math.max(2.2, textWidth(text, TYPE));
  return Math.round(Math.max(9, Math.min(most, height, wide)) * 10) / 10;
}

function nameLine(name: string, y: number, { width, picture: { chartTheme } }: Cell): string {
  const style = { size: 12, color: chartTheme.label, anchor: "middle" as const, width: width - 8 };
  return svgText(name, width / 2, y, style, chartTheme);
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
    height: Math.floor(height * 0.36),
  });
  return moved(0, height - Math.floor(height * 0.36), graph);
}

function gaugeCell(cell: Cell): string {
  const { value, shown, all, width, picture } = cell;
  const { theme, chartTheme, panel } = picture;
  const hasName = (all.length > 1 || isNamedAlone(panel, panel.title)) && cell.height > 60;
  const height = cell.height - (hasName ? NAME_LINE : 0);
  const { min, max } = rangeOf(value.field, all);
  const { thresholds } = value.field.settings;
  const hasSteps = thresholds !== undefined && flagOf(panel.options["showThresholdMarkers"], true);
  const option = gaugeOption({
    value: typeof value.value === "number" ? value.value : Number.NaN,
    ...{ min, max, color: shown.color ?? chartTheme.series[0] ?? chartTheme.text, track: chartTheme.grid },
    steps: hasSteps
      ? absoluteSteps(thresholds, { min, max }).map(({ from, color }) => ({ from, color: cssColor(color, theme) }))
      : [],
    size: { width, height },
  });
  const radius = Math.max(10, Math.min(width / 2, height / 1.55) - 4);
  // Inside the arc, which is a fifth of the radius thick.
  const size = largest(shown.line, { width: radius * 1.3, height: radius * 0.5, most: 40 });
  const style = { size, color: shown.color ?? chartTheme.text, anchor: "middle" as const, weight: 600 };
  return (
    renderToSVG(option, { width, height }) +
    svgText(shown.line, width / 2, height / 2 + radius * 0.22 + size * 0.35, style, chartTheme) +
    (hasName ? nameLine(value.name, cell.height - 5, cell) : "")
  );
}
