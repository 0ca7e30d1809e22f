import { reduceValues } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import type { Trend } from "../frame/trend.ts";
import { type JsonObject, objectOf, textOf } from "../json.ts";
import { column, columnNamed, timeColumn } from "./column.ts";

/**
 * A table for each query with a row for each of its series: its labels, and its course in one cell. The number beside
 * the course is the `stat` that the options name for the query, the last one unless given.
 */
export function timeSeriesTable(frames: readonly Frame[], options: JsonObject): Frame[] {
  const queries = Map.groupBy(frames, ({ refId }) => refId);
  return [...queries].flatMap(([refId, answers]) => {
    const { stat, timeField } = objectOf(options[refId]);
    const series = answers.flatMap((frame) => seriesOf(frame, textOf(timeField)));
    const others = answers.filter((frame) => seriesOf(frame, textOf(timeField)).length === 0);
    return series.length === 0 ? others : [tableOf(series, refId, textOf(stat) || "lastNotNull"), ...others];
  });
}

interface Series {
  readonly time: Field;
  readonly field: Field;
}

/** None in what is a table already: one with texts beside its times and numbers. */
function seriesOf(frame: Frame, timeField: string): Series[] {
  const time = timeField === "" ? timeColumn(frame) : columnNamed(frame, timeField);
  if (time === undefined) return [];
  const others = frame.fields.filter((field) => field !== time);
  return others.every(({ type }) => type === "number") ? others.map((field) => ({ time, field })) : [];
}

function tableOf(series: readonly Series[], refId: string, stat: string): Frame {
  const labels = [...new Set(series.flatMap(({ field }) => Object.keys(field.labels)))];
  const trends = series.map(({ time, field }): Trend => {
    const value = reduceValues(stat, field.values);
    return { value: Number(value ?? Number.NaN), times: numbersOf(time), values: numbersOf(field) };
  });
  const { displayName: _, displayNameFromDS: __, ...settings } = series[0]?.field.settings ?? {};
  const fields = [
    ...labels.map((label) => column(label, { type: "string", values: series.map(({ field }) => field.labels[label]) })),
    { ...column(refId === "" ? "Trend" : `Trend #${refId}`, { type: "trend", values: trends }), settings },
  ];
  return { refId, name: "", fields, length: series.length };
}

function numbersOf({ values }: Field): ArrayLike<number> {
  return values instanceof Float64Array ? values : Float64Array.from(values, Number);
}
