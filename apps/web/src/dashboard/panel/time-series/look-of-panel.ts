import type { TimeSeriesLook, ValueAxis } from "@vedette/chart/core";
import { keptLanguage } from "../../../messages/language.ts";
import type { Thresholds } from "../../model/dashboard-document.ts";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import { absoluteSteps } from "../../model/field/thresholds.ts";
import { ticksOf, unitOf } from "../../model/field/unit.ts";
import { tickText, tickUnitOf } from "../../model/field/value-text.ts";
import { numberOf, objectOf, textOf } from "../../model/json.ts";
import { customOf, type PanelSeries } from "./series-of-frames.ts";

interface LookOptions {
  readonly theme: Theme;
  readonly timeZone: string;
}

/** Axes and limits as the fields ask for them; the first field of an axis speaks for it. */
export function lookOfPanel(series: readonly PanelSeries[], { theme, timeZone }: LookOptions): TimeSeriesLook {
  const left = series.filter(({ axis }) => axis !== "right");
  const right = series.filter(({ axis }) => axis === "right");
  return {
    timeZone,
    locale: keptLanguage(),
    left: axisOf(left),
    ...(right.length === 0 ? {} : { right: axisOf(right) }),
    thresholds: marksOf(left[0] ?? series[0], theme),
  };
}

function axisOf(series: readonly PanelSeries[]): ValueAxis {
  const [first] = series;
  if (first === undefined) return {};
  const { settings } = first.field;
  const custom = customOf(first.field);
  const isShare = series.some(({ stackAs }) => stackAs === "share");
  const unit = isShare ? "percentunit" : settings.unit;
  const least = (read: (one: PanelSeries) => number | undefined) => extreme(series.map(read), Math.min);
  const most = (read: (one: PanelSeries) => number | undefined) => extreme(series.map(read), Math.max);
  const { type, log } = objectOf(custom["scaleDistribution"]);
  const name = textOf(custom["axisLabel"]);
  return {
    ...given("min", isShare ? 0 : least(({ field }) => field.settings.min)),
    ...given("max", isShare ? 1 : most(({ field }) => field.settings.max)),
    ...given(
      "softMin",
      least(({ field }) => numberOf(customOf(field)["axisSoftMin"])),
    ),
    ...given(
      "softMax",
      most(({ field }) => numberOf(customOf(field)["axisSoftMax"])),
    ),
    ...(type === "log" ? { log: numberOf(log) ?? 10 } : {}),
    ...(name === "" ? {} : { name }),
    ...ticksOf(unitOf(unit)),
    tickUnit: (largest) => tickUnitOf(largest, { unit, decimals: settings.decimals }),
    isHidden: custom["axisPlacement"] === "hidden",
    isCentered: custom["axisCenteredZero"] === true,
    hasBorder: custom["axisBorderShow"] === true,
    ...(custom["axisColorMode"] === "series" ? { color: first.color } : {}),
    ...(typeof custom["axisGridShow"] === "boolean" ? { hasGrid: custom["axisGridShow"] } : {}),
    format: (value, scale) => tickText(value, scale, { unit, decimals: settings.decimals }),
  };
}

function given<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: number }); // TypeScript widens a computed key
}

function extreme(values: readonly (number | undefined)[], pick: (...numbers: number[]) => number): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : pick(...known);
}

function marksOf(series: PanelSeries | undefined, theme: Theme): NonNullable<TimeSeriesLook["thresholds"]> {
  if (series === undefined) return [];
  const { thresholds, min = 0, max = 100 } = series.field.settings;
  const mode = textOf(objectOf(customOf(series.field)["thresholdsStyle"])["mode"], "off");
  if (thresholds === undefined || mode === "off" || mode === "series") return [];
  return stepsAsMarks(thresholds, { mode, theme, min, max });
}

interface MarkOptions {
  readonly mode: string;
  readonly theme: Theme;
  readonly min: number;
  readonly max: number;
}

function stepsAsMarks(
  thresholds: Thresholds,
  { mode, theme, min, max }: MarkOptions,
): NonNullable<TimeSeriesLook["thresholds"]> {
  const steps = absoluteSteps(thresholds, { min, max });
  return steps.flatMap(({ from, color: name }, at) => {
    const color = cssColor(name, theme);
    if (color === "transparent") return [];
    const to = steps[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    const line = { from, to, color, as: mode.startsWith("dashed") ? ("dashed" as const) : ("line" as const) };
    const area = { from, to, color, as: "area" as const };
    return [...(mode.includes("area") ? [area] : []), ...(mode === "area" || !Number.isFinite(from) ? [] : [line])];
  });
}
