import { assignSeriesColors, type ChartOption, type ChartTheme, valueTicks } from "@vedette/chart";
import { useMemo } from "react";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import { displayValue } from "../../model/field/display-value.ts";
import { tickText } from "../../model/field/value-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { numberOf, textOf } from "../../model/json.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { ChartCanvas } from "../chart-canvas.tsx";
import type { PanelBodyProps } from "../panel-body.ts";
import { NoData } from "../panel-states.tsx";

/** Numbers side by side, one group for each row of a table. */
export function BarChartPanel({ panel: { options }, title, frames, span, size }: PanelBodyProps) {
  const { theme, chartTheme, timeZone } = useDashboard();
  const [frame] = frames;
  const xField = textOf(options["xField"]);
  const groups = useMemo(
    () => (frame === undefined ? undefined : groupsOf(frame, { xField, timeZone })),
    [frame, xField, timeZone],
  );
  const isFlat = textOf(options["orientation"]) === "horizontal";
  const isStacked = textOf(options["stacking"], "none") !== "none";
  const option = useMemo(
    () =>
      groups === undefined ? undefined : barOption(groups, { theme, chartTheme, isFlat, isStacked, width: size.width }),
    [groups, theme, chartTheme, isFlat, isStacked, size.width],
  );
  if (groups === undefined || option === undefined || groups.names.length === 0) return <NoData />;
  const context = { theme, timeZone, now: span.to };
  const summary = groups.names
    .slice(0, 12)
    .map(
      (name, row) =>
        `${name}: ${groups.fields.map((field) => `${field.displayName} ${displayValue(field.values[row], field, context).line}`).join(", ")}`,
    )
    .join(". ");
  return <ChartCanvas kind="bar" label={title} summary={summary} option={option} size={size} />;
}

interface Groups {
  readonly names: readonly string[];
  readonly fields: readonly DisplayField[];
}

/** Groups beyond these cannot be told apart. */
const MOST = 200;

function groupsOf(frame: DisplayFrame, { xField, timeZone }: { xField: string; timeZone: string }): Groups | undefined {
  const named = frame.fields.find(
    ({ name, displayName }) => xField !== "" && (name === xField || displayName === xField),
  );
  const x =
    named ?? frame.fields.find(({ type }) => type === "string") ?? frame.fields.find(({ type }) => type === "time");
  const fields = frame.fields.filter((field) => field.type === "number" && field !== x);
  if (fields.length === 0) return undefined;
  const names = Array.from({ length: Math.min(frame.length, MOST) }, (_, row) => {
    const value = x?.values[row];
    return x?.type === "time" && typeof value === "number" ? dateTimeText(value, timeZone) : String(value ?? "");
  });
  return { names, fields };
}

interface BarLook {
  readonly theme: Theme;
  readonly chartTheme: ChartTheme;
  readonly isFlat: boolean;
  readonly isStacked: boolean;
  readonly width: number;
}

function barOption({ names, fields }: Groups, { theme, chartTheme, isFlat, isStacked, width }: BarLook): ChartOption {
  const label = { color: chartTheme.label, fontFamily: chartTheme.font, fontSize: chartTheme.fontSize };
  const colors = assignSeriesColors(
    fields.map(({ displayName }) => displayName),
    chartTheme.series.length,
  );
  const [first] = fields;
  const numbers = fields.flatMap(({ values }) => Array.from(values).filter((value) => typeof value === "number"));
  const { step, min, max } = valueTicks(Math.min(0, ...numbers), Math.max(0, ...numbers), { count: 5 });
  const category = {
    type: "category" as const,
    data: [...names],
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { ...label, hideOverlap: true, width: isFlat ? width * 0.3 : 90, overflow: "truncate" as const },
  };
  const value = {
    type: "value" as const,
    min,
    max,
    interval: step,
    splitLine: { lineStyle: { color: chartTheme.grid } },
    axisLabel: {
      ...label,
      formatter: (number: number) =>
        tickText(number, { step, most: max }, { unit: first?.settings.unit, decimals: first?.settings.decimals }),
    },
  };
  return {
    animation: false,
    grid: { left: 4, right: 8, top: 8, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    xAxis: isFlat ? value : category,
    yAxis: isFlat ? { ...category, inverse: true } : value,
    series: fields.map((field) => ({
      type: "bar" as const,
      name: field.displayName,
      silent: true,
      barMaxWidth: 56,
      ...(isStacked ? { stack: "all" } : {}),
      itemStyle: {
        color: colorOf(field, colors.get(field.displayName)?.index, { theme, chartTheme }),
        opacity: (numberOf(field.settings.custom?.["fillOpacity"]) ?? 80) / 100,
        borderRadius: 2,
      },
      data: names.map((_, row) => (typeof field.values[row] === "number" ? Number(field.values[row]) : Number.NaN)),
    })),
  };
}

function colorOf(
  { settings }: DisplayField,
  index: number | undefined,
  { theme, chartTheme }: Pick<BarLook, "theme" | "chartTheme">,
): string {
  if (settings.color?.mode === "fixed") return cssColor(settings.color.fixedColor ?? "text", theme);
  return index === undefined ? chartTheme.rest : (chartTheme.series[index] ?? chartTheme.rest);
}
