import type { ChartOption } from "../chart-option.ts";
import type { ChartTheme } from "../theme.ts";
import { type Plot, type PlotAxis, yOf } from "./plot.ts";
import type { seriesOptions } from "./series-option.ts";

interface PlotOptionParts {
  readonly series: ReturnType<typeof seriesOptions>;
  readonly theme: ChartTheme;
  /** Values at which a line lies below the picture: the grid must not lie over it. */
  readonly limits: readonly number[];
}

export type PlotOption = ReturnType<typeof plotOption>;

/** The whole picture as ECharts wants it; every tick is placed by us, so that labels and grid always agree. */
export function plotOption(plot: Plot, { series, theme, limits }: PlotOptionParts) {
  return {
    animation: false,
    grid: { left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: "none" },
    xAxis: timeAxis(plot, theme),
    yAxis: [
      valueAxis(plot.values.left, { side: "left", theme, gridColor: gridColors(plot, theme, limits) }),
      ...(plot.values.right === undefined
        ? []
        : [valueAxis(plot.values.right, { side: "right", theme, gridColor: theme.grid })]),
    ],
    series,
  } satisfies ChartOption;
}

function timeAxis({ time, from, to }: Plot, theme: ChartTheme) {
  const times = time.map(({ value }) => value);
  const texts = new Map(time.map(({ value, label }) => [value, label]));
  return {
    type: "value" as const,
    min: from,
    max: to,
    // ECharts would widen the range for bars at its ends: cursor, marks and limits would stand beside them.
    containShape: false,
    axisLine: { show: false },
    axisTick: { show: false, customValues: times },
    splitLine: { show: times.length > 0, lineStyle: { color: theme.grid, opacity: 0.55 } },
    axisLabel: {
      color: theme.label,
      fontFamily: theme.font,
      fontSize: theme.fontSize,
      show: times.length > 0,
      customValues: times,
      margin: Math.ceil(theme.fontSize * 0.6),
      formatter: (value: number) => texts.get(value) ?? "",
    },
  };
}

/** Colour of a line of the grid that is not there. */
export const NO_LINE = "transparent";

/** Of each line of the grid; none where a limit lies. */
function gridColors(plot: Plot, { grid }: ChartTheme, limits: readonly number[]): string | string[] {
  const heights = limits.map((limit) => yOf(plot, limit));
  const isCovered = (y: number) => heights.some((height) => Math.abs(height - y) < 1);
  const colors = plot.values.left.ticks.map((tick) => (isCovered(yOf(plot, tick)) ? NO_LINE : grid));
  return colors.includes(NO_LINE) ? colors : grid;
}

interface ValueAxisPlace {
  readonly side: "left" | "right";
  readonly theme: ChartTheme;
  readonly gridColor: string | string[];
}

function valueAxis({ axis, min, max, ticks, labels }: PlotAxis, { side, theme, gridColor }: ValueAxisPlace) {
  const texts = new Map(ticks.map((tick, at) => [tick, labels[at] ?? ""]));
  const isShown = axis.isHidden !== true;
  const label = { color: axis.color ?? theme.label, fontFamily: theme.font, fontSize: theme.fontSize };
  return {
    ...(axis.log === undefined ? { type: "value" as const } : { type: "log" as const, logBase: axis.log }),
    position: side,
    min,
    max,
    axisLine: {
      show: isShown && axis.hasBorder === true,
      onZero: false,
      lineStyle: { color: axis.color ?? theme.grid, width: 1 },
    },
    axisTick: { show: false, customValues: [...ticks] },
    splitLine: { show: axis.hasGrid ?? (side === "left" && isShown), lineStyle: { color: gridColor, opacity: 1 } },
    axisLabel: {
      ...label,
      show: isShown,
      customValues: [...ticks],
      margin: 6,
      formatter: (value: number) => texts.get(value) ?? texts.get(Number(value.toPrecision(12))) ?? "",
    },
    ...(axis.name === undefined || !isShown
      ? {}
      : {
          name: axis.name,
          nameLocation: "middle" as const,
          nameGap: nameGap(labels, theme),
          nameTextStyle: label,
        }),
  };
}

function nameGap(labels: readonly string[], theme: ChartTheme): number {
  const longest = Math.max(0, ...labels.map((text) => text.length));
  return Math.ceil(longest * theme.fontSize * 0.56 + 10);
}
