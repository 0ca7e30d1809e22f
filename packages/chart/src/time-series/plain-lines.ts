import type { LineSeriesOption } from "echarts/charts";
import { graphic } from "echarts/core";
import { type Plot, xOf, yOf } from "./plot.ts";
import { NO_LINE, type PlotOption } from "./plot-option.ts";

/** What is drawn on the library's surface. */
export type Painting = InstanceType<typeof graphic.Group>;

/**
 * Draws a picture of lines and areas, as most time charts are, on the library's surface without its models, axes and
 * views: they take longer than the drawing itself. It is the library's picture to the pixel; what it has beside lines
 * only the library draws.
 *
 * @returns nothing where there is more than lines
 * @see decision 0033
 */
export function paintPlainLines({ xAxis, yAxis, series }: PlotOption, plot: Plot): Painting | undefined {
  const lines = series.filter(isPlain);
  if (lines.length < series.length || yAxis.some(({ axisLine, name }) => axisLine.show || name !== undefined)) {
    return undefined;
  }
  const painting = new graphic.Group({ silent: true });
  const axes = [timeLabels(xAxis, plot), ...yAxis.map((axis) => valueLabels(axis, plot))];
  const traces = lines.map((one) => traceOf(one, plot));
  const parts = [
    timeGrid(xAxis, plot),
    ...yAxis.map((axis) => valueGrid(axis, plot)),
    ...axes.flat(),
    ...traces.map((trace) => areaOf(trace)),
    ...traces.map((trace) => lineOf(trace)),
  ];
  // Declared without exactOptionalPropertyTypes, by which a path were no element.
  for (const part of parts) if (part !== undefined) painting.add(part as Parameters<Painting["add"]>[0]);
  return painting;
}

function isPlain(series: PlotOption["series"][number]): series is LineSeriesOption {
  if (series.type !== "line") return false;
  const { showSymbol, smooth, stack, itemStyle } = series;
  return showSymbol !== true && smooth === undefined && stack === undefined && itemStyle?.decal === undefined;
}

type Pen = Pick<CanvasPath, "moveTo" | "lineTo" | "closePath">;

/** A shape that draws what it is told. */
const Drawn = graphic.extendShape({
  type: "drawn",
  shape: { draw: (_pen: Pen): void => undefined },
  buildPath(pen, { draw }) {
    draw(pen);
  },
});

/** Silent, so that nothing is kept of its path. */
function drawn(draw: (pen: Pen) => void, style: object, clipPath?: ClipPath) {
  const path = new Drawn({ shape: { draw }, style: { fill: "none", ...style }, silent: true });
  if (clipPath !== undefined) path.setClipPath(clipPath);
  return path;
}

type ClipPath = InstanceType<typeof graphic.Rect>;
type TimeAxis = PlotOption["xAxis"];
type ValueAxis = PlotOption["yAxis"][number];

function timeGrid({ splitLine, axisTick }: TimeAxis, plot: Plot) {
  return gridLines(splitLine, (pen) => {
    for (const time of axisTick.customValues) {
      const x = crisp(xOf(plot, time));
      pen.moveTo(x, plot.top);
      pen.lineTo(x, plot.top + plot.height);
    }
  });
}

function valueGrid({ splitLine, axisTick, position }: ValueAxis, plot: Plot) {
  const colors = [splitLine.lineStyle.color].flat();
  return gridLines(splitLine, (pen) => {
    for (const [at, value] of axisTick.customValues.entries()) {
      if (colors[at % colors.length] === NO_LINE) continue;
      const y = crisp(yOf(plot, value, position));
      pen.moveTo(plot.left, y);
      pen.lineTo(plot.left + plot.width, y);
    }
  });
}

function gridLines({ show, lineStyle }: ValueAxis["splitLine"], draw: (pen: Pen) => void) {
  const stroke = [lineStyle.color].flat().find((color) => color !== NO_LINE);
  return show ? drawn(draw, { stroke, opacity: lineStyle.opacity, lineWidth: 1 }) : undefined;
}

/** Where a line of one pixel fills one row or column of pixels. */
function crisp(place: number): number {
  const halves = Math.round(place * 2);
  return (halves % 2 === 0 ? halves + 1 : halves) / 2;
}

function timeLabels({ axisLabel }: TimeAxis, plot: Plot) {
  const y = plot.top + plot.height + axisLabel.margin;
  return labels(axisLabel, (time) => ({ x: xOf(plot, time), y, align: "center", verticalAlign: "top" }));
}

function valueLabels({ axisLabel, position }: ValueAxis, plot: Plot) {
  const [x, align] =
    position === "left"
      ? ([plot.left - axisLabel.margin, "right"] as const)
      : ([plot.left + plot.width + axisLabel.margin, "left"] as const);
  return labels(axisLabel, (value) => ({ x, y: yOf(plot, value, position), align, verticalAlign: "middle" }));
}

interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly align: "left" | "center" | "right";
  readonly verticalAlign: "top" | "middle";
}

function labels(
  { show, customValues, formatter, color, fontFamily, fontSize }: ValueAxis["axisLabel"],
  placeOf: (value: number) => LabelPlace,
) {
  if (!show) return [];
  return customValues.map((value) => {
    const { x, y, ...aligned } = placeOf(value);
    const style = { text: formatter(value), fill: color, fontFamily, fontSize, ...aligned };
    return new graphic.Text({ x, y, style, silent: true });
  });
}

/** A series in pixels: x and y in turn, `NaN` where it has no value. */
interface Trace {
  readonly series: LineSeriesOption;
  readonly points: Float32Array;
  /** Where its area stands. */
  readonly base: number;
  readonly clipPath: ClipPath;
}

function traceOf(series: LineSeriesOption, plot: Plot): Trace {
  const side = series.yAxisIndex === 1 ? "right" : "left";
  const { min, max, axis } = plot.values[side] ?? plot.values.left;
  const base = yOf(plot, axis.log === undefined ? Math.min(max, Math.max(min, 0)) : min, side);
  const data = (series.data ?? []) as ArrayLike<number>; // times and values in turn
  const points = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += 2) {
    points[at] = xOf(plot, data[at] ?? Number.NaN);
    points[at + 1] = yOf(plot, data[at + 1] ?? Number.NaN, side);
  }
  return { series, points: inSteps(points, series), base, clipPath: clipOf(plot, series) };
}

/** With the corners of steps. */
function inSteps(points: Float32Array, { step, connectNulls }: LineSeriesOption): Float32Array {
  if (step === undefined) return points;
  const kept = connectNulls === true ? points.filter((_, at) => !Number.isNaN(points[at | 1])) : points;
  const steps = new Float32Array(Math.max(0, kept.length * 2 - 2));
  for (let at = 0; at < kept.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = kept.subarray(at, at + 4);
    steps.set([x, y], at * 2);
    if (at + 2 < kept.length) steps.set(step === "end" ? [nextX, y] : [x, nextY], at * 2 + 2);
  }
  return steps;
}

/** The plot, and room for half of a line along its edge. */
function clipOf({ left, top, width, height }: Plot, { lineStyle }: LineSeriesOption) {
  const line = lineStyle?.width ?? 0;
  const x = Math.floor(left - line / 2);
  const isMoved = x !== left - line / 2;
  const shape = { x, y: top - line / 2, width: Math.ceil(width + line) + (isMoved ? 1 : 0), height: height + line };
  return new graphic.Rect({ shape });
}

function lineOf({ series: { lineStyle = {}, connectNulls = false }, points, clipPath }: Trace) {
  const { color, opacity, width, type, join } = lineStyle;
  const style = { stroke: color, opacity, lineWidth: width, lineDash: type, lineJoin: join };
  return drawn((pen) => follow(pen, points, { connectNulls }), style, clipPath);
}

function areaOf({ series: { areaStyle, connectNulls = false }, points, base, clipPath }: Trace) {
  if (areaStyle === undefined) return undefined;
  const style = { fill: areaStyle.color, opacity: areaStyle.opacity };
  return drawn((pen) => follow(pen, points, { connectNulls, base }), style, clipPath);
}

interface Following {
  readonly connectNulls: boolean;
  /** Of an area, where it ends below. */
  readonly base?: number;
}

/** Along the points of each part between two gaps, and of an area back along its base. */
function follow(pen: Pen, points: Float32Array, { connectNulls, base }: Following): void {
  let first = -1;
  let last = -1;
  let [lastX, lastY] = [0, 0];
  const end = () => {
    if (first >= 0 && base !== undefined) goBack(pen, points, { first, last, base });
    first = -1;
  };
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    if (!(Number.isFinite(x) && Number.isFinite(y))) {
      if (!connectNulls) end();
      continue;
    }
    last = at;
    const isFirst = first < 0;
    if (isFirst) {
      first = at;
      pen.moveTo(x, y);
    } else if (isFar(x - lastX, y - lastY)) pen.lineTo(x, y);
    else continue;
    lastX = x;
    lastY = y;
  }
  end();
}

function goBack(pen: Pen, points: Float32Array, { first, last, base }: { first: number; last: number; base: number }) {
  let lastX = Number.POSITIVE_INFINITY;
  for (let at = last; at >= first; at -= 2) {
    const x = points[at] ?? 0;
    if (!isFar(x - lastX, 0)) continue;
    pen.lineTo(x, base);
    lastX = x;
  }
  pen.closePath();
}

/** What is nearer cannot be told apart. */
function isFar(dx: number, dy: number): boolean {
  return dx * dx + dy * dy >= 0.5;
}
