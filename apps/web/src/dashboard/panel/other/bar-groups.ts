import { assignSeriesColors, type ChartTheme, type SeriesColor, timeLabels } from "@vedette/chart/core";
import { keptLanguage } from "../../../messages/language.ts";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { type JsonObject, textOf } from "../../model/json.ts";
import { dateTimeText } from "../../model/time/time-text.ts";
import { MOST_GROUPS } from "../rendered-limits.ts";
import type { LegendEntry } from "../time-series/legend-order.ts";
import { isHiddenFrom } from "../time-series/series-of-frames.ts";

/** A table as groups of bars. */
export interface Groups {
  /** One for each group, whole. */
  readonly names: readonly string[];
  /** The same as the axis says it. */
  readonly labels: readonly string[];
  /** Milliseconds since 1970, where the groups are moments: rising ones are labelled as a time axis is. */
  readonly times?: readonly number[];
  /** The groups are steps of one range: who reads some of their names knows the others. */
  readonly isRange?: boolean;
  readonly fields: readonly DisplayField[];
  /** Gives each bar its colour, where a field was named for it. */
  readonly colorBy?: DisplayField | undefined;
}

/** One group for each row, called by the field that the options name, else by the first text or time. `undefined` when there are no numbers. */
export function groupsOf(frames: readonly DisplayFrame[], options: JsonObject, timeZone: string): Groups | undefined {
  const frame = asOne(frames);
  if (frame === undefined) return undefined;
  const named = fieldCalled(frame, textOf(options["xField"]));
  const x =
    named ?? frame.fields.find(({ type }) => type === "string") ?? frame.fields.find(({ type }) => type === "time");
  const fields = frame.fields.filter((field) => field.type === "number" && field !== x && !isHiddenFrom(field, "viz"));
  if (fields.length === 0) return undefined;
  const values = Array.from({ length: Math.min(frame.length, MOST_GROUPS) }, (_, row) => x?.values[row]);
  const colorBy = fieldCalled(frame, textOf(options["colorByField"]));
  if (x?.type === "time" && values.every((value) => typeof value === "number")) {
    const names = values.map((value) => dateTimeText(value, timeZone));
    return { names, labels: timeLabels(values, { timeZone, locale: keptLanguage() }), times: values, fields, colorBy };
  }
  const names = values.map((value) => String(value ?? ""));
  return { names, labels: names, fields, colorBy };
}

function fieldCalled(frame: DisplayFrame, wanted: string): DisplayField | undefined {
  return wanted === ""
    ? undefined
    : frame.fields.find(({ name, displayName }) => name === wanted || displayName === wanted);
}

/** Several answers as one table: what was measured at the same time stands side by side. */
function asOne(frames: readonly DisplayFrame[]): DisplayFrame | undefined {
  const parts = frames.flatMap((frame) => {
    const time = frame.fields.find(({ type }) => type === "time");
    return time === undefined ? [] : [{ frame, time, rowAt: new Map(Array.from(time.values, (at, row) => [at, row])) }];
  });
  const [first] = parts;
  if (frames.length < 2 || first === undefined) return frames[0];
  const times = [...new Set(parts.flatMap(({ rowAt }) => [...rowAt.keys()]))].toSorted((a, b) => Number(a) - Number(b));
  const columns = parts.flatMap(({ frame, time, rowAt }) =>
    frame.fields
      .filter((field) => field !== time)
      .map((field) => ({ ...field, values: times.map((at) => field.values[rowAt.get(at) ?? -1]) })),
  );
  return { ...first.frame, fields: [{ ...first.time, values: times }, ...columns], length: times.length };
}

/** One field of the groups, and how it is drawn. */
export interface Bars extends LegendEntry {
  readonly isInLegend: boolean;
  /** Lines across it, from the ninth field on. */
  readonly hatch: SeriesColor["pattern"];
}

interface Look {
  readonly theme: Theme;
  readonly chartTheme: ChartTheme;
}

/** A colour for each field. */
export function barsOf({ fields }: Groups, look: Look): readonly Bars[] {
  const colors = assignSeriesColors(
    fields.map(({ displayName }) => displayName),
    look.chartTheme.series.length,
    look.chartTheme.hasPatterns,
  );
  return fields.map((field, at) => ({
    id: String(at),
    ...hatchOf(colors.get(field.displayName)),
    name: field.displayName,
    field,
    color: colorOf(field, colors.get(field.displayName)?.index, look),
    isInLegend: !isHiddenFrom(field, "legend"),
  }));
}

function hatchOf(slot: SeriesColor | undefined): Pick<Bars, "hatch" | "draw"> {
  const hatch = slot?.pattern ?? 0;
  return { hatch, draw: { as: "bars", ...(hatch !== 0 && { hatch }) } };
}

function colorOf({ settings }: DisplayField, index: number | undefined, { theme, chartTheme }: Look): string {
  if (settings.color?.mode === "fixed") return cssColor(settings.color.fixedColor ?? "text", theme);
  return index === undefined ? chartTheme.rest : (chartTheme.series[index] ?? chartTheme.rest);
}
