import { assignSeriesColors, type ChartOption, type ChartTheme, valueTicks } from "@vedette/chart/core";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import { tickText } from "../../model/field/value-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { numberOf } from "../../model/json.ts";
import { dateTimeText } from "../../model/time/time-text.ts";

/** A table as groups of bars. */
export interface Groups {
  readonly names: readonly string[];
  readonly fields: readonly DisplayField[];
}

/** Groups beyond these cannot be told apart. */
const MOST = 200;

/** One group for each row, called by `xField`, else by the first text or time. `undefined` when there are no numbers. */
export function groupsOf(
  frame: DisplayFrame,
  { xField, timeZone }: { xField: string; timeZone: string },
): Groups | undefined {
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

export interface BarLook {
  readonly theme: Theme;
  readonly chartTheme: ChartTheme;
  readonly isFlat: boolean;
  readonly isStacked: boolean;
  readonly width: number;
}

export function barOption(
  { names, fields }: Groups,
  { theme, chartTheme, isFlat, isStacked, width }: BarLook,
): ChartOption {
  const label = { color: chartTheme.label, fontFamily: chartTheme.font, fontSize: chartTheme.fontSize };
  const colors = barColors(fields, { theme, chartTheme });
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
    series: fields.map((field, at) => ({
      type: "bar" as const,
      name: field.displayName,
      emphasis: { itemStyle: { borderColor: chartTheme.text, borderWidth: 1 } },
      barMaxWidth: 56,
      ...(isStacked ? { stack: "all" } : {}),
      itemStyle: {
        color: colors[at] ?? chartTheme.rest,
        opacity: (numberOf(field.settings.custom?.["fillOpacity"]) ?? 80) / 100,
        borderRadius: 2,
      },
      data: names.map((_, row) => (typeof field.values[row] === "number" ? Number(field.values[row]) : Number.NaN)),
    })),
  };
}

/** A colour for each field. */
export function barColors(fields: readonly DisplayField[], look: Pick<BarLook, "theme" | "chartTheme">): string[] {
  const colors = assignSeriesColors(
    fields.map(({ displayName }) => displayName),
    look.chartTheme.series.length,
  );
  return fields.map((field) => colorOf(field, colors.get(field.displayName)?.index, look));
}

function colorOf(
  { settings }: DisplayField,
  index: number | undefined,
  { theme, chartTheme }: Pick<BarLook, "theme" | "chartTheme">,
): string {
  if (settings.color?.mode === "fixed") return cssColor(settings.color.fixedColor ?? "text", theme);
  return index === undefined ? chartTheme.rest : (chartTheme.series[index] ?? chartTheme.rest);
}
