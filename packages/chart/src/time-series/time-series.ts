import type { Chart } from "../chart.ts";
import { initSurface } from "../chart-instance.ts";
import { isChartKindLoaded, loadChartKind } from "../chart-kind.ts";
import { type ChartTable, tableOfChart } from "../describe-chart.ts";
import { describeSeries, numberInWords } from "../describe-series.ts";
import { registerLine } from "../kind/line.ts";
import { CHART_THEMES, type ChartTheme, type ThemeName } from "../theme.ts";
import { type Cursor, cursorPoints, nearestSeries, samplesAt } from "./cursor.ts";
import { drawSoon, forgetDraw } from "./draw-queue.ts";
import { inOrder } from "./in-order.ts";
import { Overlay } from "./overlay.ts";
import { drawPicture } from "./picture.ts";
import { type Painting, paintPlainLines } from "./plain-lines.ts";
import { type Plot, timeAt, xOf } from "./plot.ts";
import type { PlotOption } from "./plot-option.ts";
import { type PlacedPoint, placePoints, pointNear } from "./point-marks.ts";
import type { Series, TimeSeriesLook } from "./series.ts";
import { interleave, type PaintedSeries } from "./series-option.ts";
import { Underlay } from "./underlay.ts";
import { watchPointer } from "./watch-pointer.ts";

export type { Cursor } from "./cursor.ts";

export interface TimeSeriesOptions {
  readonly series: readonly Series[];
  /** CSS pixels; the size of the element unless given. */
  readonly width?: number;
  readonly height?: number;
  /** Milliseconds since 1970; from the first to the last sample, whatever comes, unless given here or by `setRange`. */
  readonly range?: { readonly from: number; readonly to: number };
  readonly look?: TimeSeriesLook;
  /** Text of a value at the axes that have no format of their own; the number and the unit of its series unless given. */
  readonly format?: (value: number) => string;
  readonly theme?: ThemeName | ChartTheme;
  /** The pointer stands at another sample, or left (`undefined`). */
  readonly onCursor?: (cursor: Cursor | undefined) => void;
  /** A range was dragged over; milliseconds. Nothing can be dragged unless given. */
  readonly onSelect?: (from: number, to: number) => void;
  /** A press or a drag with Ctrl or Cmd held; milliseconds, equal for a press. */
  readonly onMark?: (from: number, to: number) => void;
  /** A double press. */
  readonly onZoomOut?: () => void;
  /** What was given is on the canvas; told after each drawing, also where the element has no room for any. */
  readonly onDraw?: () => void;
}

/** A chart of values over time that stays in an element until `dispose`. */
export interface TimeSeries {
  /**
   * What is seen stands on its surface; its option is there when it is asked for. Another one after the first data with
   * bars, whose code comes when it is needed.
   */
  readonly chart: Chart;
  /** Aborted by `dispose`. */
  readonly signal: AbortSignal;
  setData(series: readonly Series[]): void;
  /** Adds samples behind those of the series with the same names; unknown names become new series. */
  append(series: readonly Series[]): void;
  setRange(from: number, to: number): void;
  setLook(look: TimeSeriesLook): void;
  setTheme(theme: ThemeName | ChartTheme): void;
  resize(width: number, height: number): void;
  /** Lets one series stand out by name, or all alike again. */
  focus(name: string | undefined): void;
  /** Shows the crosshair at a time, as when the pointer stood there, without telling `onCursor`. */
  showCursor(time: number | undefined): void;
  /** Tells each cursor of the pointer; what `syncCharts` listens to. */
  onCursor(handler: (cursor: Cursor | undefined) => void): () => void;
  /** What the chart shows in words, for people who do not see it. */
  describe(): string;
  /** All samples as rows, by time. */
  toTable(): ChartTable;
  /** Draws now what would be drawn in one of the next frames. */
  flush(): void;
  dispose(): void;
}

/** Makes a time chart. The element must have a size; drawing waits for one. */
export function createTimeSeries(dom: HTMLElement, options: TimeSeriesOptions): TimeSeries {
  return new CanvasTimeSeries(dom, options);
}

class CanvasTimeSeries implements TimeSeries {
  #chart: Chart;
  readonly #overlay: Overlay;
  readonly #underlay: Underlay;
  readonly #options: TimeSeriesOptions;
  readonly #listeners = new Set<(cursor: Cursor | undefined) => void>();
  readonly #unwatch: () => void;
  readonly #end = new AbortController();
  #series: readonly Series[];
  #range: TimeSeriesOptions["range"];
  #look: TimeSeriesLook;
  #theme: ChartTheme;
  #focus: string | undefined;
  #painted: readonly PaintedSeries[] = [];
  #plot: Plot | undefined;
  #marks: readonly PlacedPoint[] = [];
  #cursorTime: number | undefined;
  #knowsBars = isChartKindLoaded("bar");
  /** What is drawn without the library's knowing of it. */
  #plain: { readonly painting: Painting; readonly option: PlotOption } | undefined;
  /** The library draws as soon as somebody asks it for more than its surface, or there is more to draw than lines. */
  #isAsked = false;

  constructor(dom: HTMLElement, options: TimeSeriesOptions) {
    this.#options = options;
    this.#series = inOrder(options.series);
    this.#range = options.range;
    this.#look = this.#formatted(options.look ?? {});
    this.#theme = themeOf(options.theme);
    const host = document.createElement("div");
    const { width = dom.clientWidth || 1, height = dom.clientHeight || 1 } = options;
    Object.assign(host.style, { width: "100%", height: "100%" });
    dom.style.position = "relative";
    registerLine();
    this.#chart = this.#makeChart(host, { width, height });
    this.#underlay = new Underlay(dom);
    this.#overlay = new Overlay(dom);
    this.#overlay.setTheme(this.#theme);
    this.#underlay.setTheme(this.#theme);
    if (options.onCursor !== undefined) this.#listeners.add(options.onCursor);
    this.#unwatch = watchPointer(dom, {
      canSelect: options.onSelect !== undefined || options.onMark !== undefined,
      onMove: (at) => this.#point(at),
      onDrag: (from, to) => this.#overlay.showSelection(from, to, this.#plot ?? NO_BOX),
      onSelect: (from, to) => this.#tellRange(options.onSelect, from, to),
      onMark: options.onMark && ((from, to) => this.#tellRange(options.onMark, from, to)),
      onDoublePress: () => options.onZoomOut?.(),
    });
    this.#drawSoon();
  }

  get chart(): Chart {
    return this.#chart;
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  setData(series: readonly Series[]): void {
    this.#series = inOrder(series);
    this.#drawSoon();
  }

  append(series: readonly Series[]): void {
    const added = new Map(series.map((one) => [one.name, one]));
    const known = this.#series.map((one) => joined(one, added.get(one.name)));
    const names = new Set(this.#series.map(({ name }) => name));
    this.setData([...known, ...series.filter(({ name }) => !names.has(name))]);
  }

  setRange(from: number, to: number): void {
    this.#range = { from, to };
    this.#drawSoon();
  }

  setLook(look: TimeSeriesLook): void {
    this.#look = this.#formatted(look);
    this.#drawSoon();
  }

  setTheme(theme: ThemeName | ChartTheme): void {
    this.#theme = themeOf(theme);
    this.#overlay.setTheme(this.#theme);
    this.#underlay.setTheme(this.#theme);
    this.#drawSoon();
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0 || this.chart.isDisposed()) return;
    if (width === this.chart.getWidth() && height === this.chart.getHeight()) return;
    this.chart.resize({ width, height });
    this.flush();
  }

  focus(name: string | undefined): void {
    if (name === this.#focus) return;
    this.#focus = name;
    this.#drawSoon();
  }

  onCursor(handler: (cursor: Cursor | undefined) => void): () => void {
    this.#listeners.add(handler);
    return () => this.#listeners.delete(handler);
  }

  showCursor(time: number | undefined): void {
    this.#cursorTime = time;
    const plot = this.#plot;
    if (plot === undefined) return;
    if (time === undefined) {
      this.#overlay.showCursor(undefined, plot, []);
      return;
    }
    const { indices } = samplesAt(this.#painted, time);
    this.#overlay.showCursor(xOf(plot, time), plot, cursorPoints(plot, this.#painted, indices));
  }

  describe(): string {
    const { format } = this.#options;
    const withUnit = (value: number, at: number) =>
      [numberInWords(value), this.#series[at]?.unit ?? ""].join(" ").trim();
    return describeSeries(this.#series, {
      format: (value, at) => format?.(value) ?? withUnit(value, at),
      time: (time) => new Date(time).toLocaleString(),
    });
  }

  toTable(): ChartTable {
    const series = this.#series.map(({ name, t, v }) => ({ name, data: interleave({ t, v }) }));
    return tableOfChart({ xAxis: { type: "time" }, series });
  }

  flush(): void {
    forgetDraw(this);
    this.#draw();
  }

  dispose(): void {
    forgetDraw(this);
    this.#unwatch();
    this.#listeners.clear();
    this.#overlay.remove();
    this.#underlay.remove();
    const host = this.chart.isDisposed() ? undefined : this.chart.getDom();
    this.chart.dispose();
    host?.remove();
    this.#end.abort(new DOMException("The chart was disposed.", "AbortError"));
  }

  #formatted(look: TimeSeriesLook): TimeSeriesLook {
    const { format } = this.#options;
    if (format === undefined) return look;
    return { ...look, left: { format, ...look.left }, right: { format, ...look.right } };
  }

  #drawSoon(): void {
    drawSoon(this, () => this.#draw());
  }

  #draw(): void {
    if (this.chart.isDisposed() || !this.#canDraw()) return;
    const size = { width: this.chart.getWidth(), height: this.chart.getHeight() };
    if (size.width > 1 && size.height > 1) this.#drawIn(size);
    this.#options.onDraw?.();
  }

  #drawIn(size: { readonly width: number; readonly height: number }): void {
    const range = this.#range ?? rangeOf(this.#series);
    const picture = { series: this.#series, range, look: this.#look, theme: this.#theme };
    const { plot, painted, option } = drawPicture(picture, size, this.#focus);
    this.#plot = plot;
    this.#painted = painted;
    this.#underlay.show(this.#look, plot);
    this.#marks = placePoints(this.#look.points ?? [], plot);
    this.#overlay.showMarks(this.#marks);
    this.#show(option, plot);
    // A canvas asks for the page's styles when text is drawn into it, but not while it is outside the page.
    this.#underlay.carry(this.chart.getDom());
    if (this.#cursorTime !== undefined) this.showCursor(this.#cursorTime);
  }

  /** Bars come with the first chart that has some; it is drawn when they are there. */
  #canDraw(): boolean {
    const needsBars = this.#series.some(({ draw }) => draw?.as === "bars");
    if (!needsBars || this.#knowsBars) return true;
    if (isChartKindLoaded("bar")) this.#makeAgain();
    else void loadChartKind("bar").then(() => this.#drawSoon());
    return this.#knowsBars;
  }

  /** A chart knows only the kinds that were there when it was made. */
  #makeAgain(): void {
    const host = this.#chart.getDom();
    const size = { width: this.#chart.getWidth(), height: this.#chart.getHeight() };
    this.#chart.dispose();
    this.#plain = undefined;
    this.#chart = this.#makeChart(host, size);
    this.#knowsBars = true;
  }

  #makeChart(host: HTMLElement, size: { readonly width: number; readonly height: number }): Chart {
    return initSurface(host, size, () => this.#settle());
  }

  #show(option: PlotOption, plot: Plot): void {
    const surface = this.#chart.getZr();
    if (this.#plain !== undefined) surface.remove(this.#plain.painting);
    const painting = this.#isAsked ? undefined : paintPlainLines(option, plot);
    this.#plain = painting && { painting, option };
    if (painting === undefined) {
      this.#chart.setOption(option, REPLACED);
      return;
    }
    surface.add(painting);
    surface.flush();
  }

  /** Tells the library what is drawn, which it draws itself from now on. */
  #settle(): void {
    const plain = this.#plain;
    this.#isAsked = true;
    this.#plain = undefined;
    if (plain === undefined || this.#chart.isDisposed()) return;
    this.#chart.getZr().remove(plain.painting);
    this.#chart.setOption(plain.option, REPLACED);
  }

  #point(at: { x: number; y: number; clientX: number; clientY: number } | undefined): void {
    const plot = this.#plot;
    if (at === undefined || plot === undefined || !hasTimes(plot) || this.#painted.length === 0) {
      this.#tell(undefined);
      return;
    }
    const pointed = timeAt(plot, clamp(at.x, plot.left, plot.left + plot.width));
    const { time, indices: drawn } = samplesAt(this.#painted, pointed);
    const nearest = nearestSeries(plot, this.#painted, { indices: drawn, y: at.y });
    // Stacks are drawn at the times of all their members; who listens knows the samples as they were given.
    const { indices } = samplesAt(this.#series, time);
    this.#tell({
      time,
      indices,
      nearest,
      mark: pointNear(this.#marks, at, this.#theme),
      pointer: { x: at.clientX, y: at.clientY },
    });
  }

  #tell(cursor: Cursor | undefined): void {
    this.showCursor(cursor?.time);
    for (const listener of this.#listeners) listener(cursor);
  }

  #tellRange(tell: TimeSeriesOptions["onSelect"], from: number, to: number): void {
    const plot = this.#plot;
    if (plot === undefined || !hasTimes(plot)) return;
    const inside = (x: number) => Math.round(timeAt(plot, clamp(x, plot.left, plot.left + plot.width)));
    tell?.(inside(Math.min(from, to)), inside(Math.max(from, to)));
  }
}

const REPLACED = { replaceMerge: ["series", "yAxis"] };

const NO_BOX = { left: 0, top: 0, width: 0, height: 0 };

function themeOf(theme: ThemeName | ChartTheme = "dark"): ChartTheme {
  return typeof theme === "string" ? CHART_THEMES[theme] : theme;
}

/** Without a sample and a range an axis has no times. */
function hasTimes({ from, to }: Plot): boolean {
  return Number.isFinite(to - from);
}

function rangeOf(series: readonly Series[]): { from: number; to: number } {
  const filled = series.filter(({ t }) => t.length > 0);
  const from = Math.min(...filled.map(({ t }) => t[0] ?? 0));
  const to = Math.max(...filled.map(({ t }) => t.at(-1) ?? 0));
  return filled.length === 0 || from === to ? { from: to - 1, to: to + 1 } : { from, to };
}

function joined(series: Series, added: Series | undefined): Series {
  if (added === undefined) return series;
  return { ...series, t: concat(series.t, added.t), v: concat(series.v, added.v) };
}

function concat(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
