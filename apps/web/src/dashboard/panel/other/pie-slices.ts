import { assignSeriesColors, type ChartOption, type ChartTheme, hatch, type SeriesColor } from "@vedette/chart/core";
import { cssColor } from "../../model/field/color-name.ts";
import { type DisplayContext, type DisplayValue, displayValue } from "../../model/field/display-value.ts";
import { valueLine } from "../../model/field/value-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { type JsonObject, objectOf, oneOf } from "../../model/json.ts";
import { type ReducedValue, reducedValues } from "../single-value/reduced-values.ts";

/** A part of the whole, in words and colour. */
export interface Slice {
  readonly key: string;
  readonly name: string;
  /** Of the whole, 0 to 1: ECharts draws nothing of numbers that are very small. */
  readonly part: number;
  readonly color: string;
  /** Lines across it, from the ninth part on. */
  readonly hatch: SeriesColor["pattern"];
  readonly text: string;
  readonly share: string;
  readonly of: ReducedValue;
  readonly shown: DisplayValue;
}

interface SliceLook extends DisplayContext {
  readonly chartTheme: ChartTheme;
}

/** The parts, the largest first. What is not above zero, or without end, is no part. */
export function slicesOf(
  frames: readonly DisplayFrame[],
  options: JsonObject,
  { chartTheme, ...context }: SliceLook,
): readonly Slice[] {
  const values = reducedValues(frames, options).filter(
    ({ value, field }) => typeof value === "number" && value > 0 && Number.isFinite(value) && !isHidden(field),
  );
  const colors = assignSeriesColors(
    values.map(({ name }) => name),
    chartTheme.series.length,
  );
  const total = values.reduce((sum, { value }) => sum + Number(value), 0);
  return values
    .map((value): Slice => {
      const index = colors.get(value.name)?.index;
      const shown = displayValue(value.value, value.field, context);
      return {
        key: value.key,
        name: value.name,
        part: Number(value.value) / total,
        hatch: colors.get(value.name)?.pattern ?? 0,
        color:
          fixedColor(value, context.theme) ??
          (index === undefined ? chartTheme.rest : (chartTheme.series[index] ?? chartTheme.rest)),
        text: shown.line,
        share: valueLine(Number(value.value) / total, { unit: "percentunit" }),
        of: value,
        shown,
      };
    })
    .toSorted((a, b) => b.part - a.part);
}

function isHidden({ settings }: DisplayField): boolean {
  return objectOf(settings.custom?.["hideFrom"])["viz"] === true;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels below which a pie has no parts to see, and a legend beside it no room for a name and two numbers. */
const LEAST_PIE = 80;
const LEAST_LEGEND = 210;

/** Where the legend stands, and the room that it leaves to the pie. */
export function pieRoom(
  { width, height }: Size,
  { hasLegend, placement }: { readonly hasLegend: boolean; readonly placement: unknown },
): { readonly isBeside: boolean; readonly chart: Size } {
  const isBeside = hasLegend && (oneOf(placement, ["bottom", "right"], "bottom") === "right" || width > height * 1.6);
  const chart = isBeside
    ? { width: Math.max(LEAST_PIE, Math.min(Math.floor(width * 0.55), width - LEAST_LEGEND, height)), height }
    : { width, height: Math.floor(height * (hasLegend ? 0.66 : 1)) };
  return { isBeside, chart };
}

function fixedColor({ field: { settings } }: ReducedValue, theme: "dark" | "light"): string | undefined {
  const { mode, fixedColor: color } = settings.color ?? {};
  return mode === "fixed" ? cssColor(color ?? "text", theme) : undefined;
}

export function pieOption(
  slices: readonly Slice[],
  { isDonut, chartTheme }: { readonly isDonut: boolean; readonly chartTheme: ChartTheme },
): ChartOption {
  return {
    animation: false,
    series: [
      {
        type: "pie",
        radius: isDonut ? ["56%", "92%"] : [0, "92%"],
        center: ["50%", "50%"],
        label: { show: false },
        labelLine: { show: false },
        itemStyle: { borderColor: chartTheme.background, borderWidth: slices.length > 1 ? 1.5 : 0 },
        emphasis: { scale: false, itemStyle: { borderColor: chartTheme.text, borderWidth: 2 } },
        data: slices.map(({ name, part, color, hatch: lines }) => ({
          name,
          value: part,
          itemStyle: { color, ...(lines !== 0 && { decal: hatch(lines, chartTheme.background) }) },
        })),
      },
    ],
  };
}
