import type { Value, VectorSeries } from "../engine/values.ts";
import { FLOAT, floatsOf, hasAny, timeAt } from "../engine/values.ts";
import { NO_LABELS } from "../labels/labels.ts";
import type { CallContext, Implementation } from "./declaration.ts";

/** The parts of a time in UTC, by seconds since the epoch. */
export const calendarParts = {
  minute: (date: Date) => date.getUTCMinutes(),
  hour: (date: Date) => date.getUTCHours(),
  day_of_week: (date: Date) => date.getUTCDay(),
  day_of_month: (date: Date) => date.getUTCDate(),
  day_of_year: (date: Date) => dayOfYear(date),
  days_in_month: (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  month: (date: Date) => date.getUTCMonth() + 1,
  year: (date: Date) => date.getUTCFullYear(),
} as const;

function dayOfYear(date: Date): number {
  const newYear = Date.UTC(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - newYear) / 86_400_000) + 1;
}

/** A part of the times that a vector holds, or of the step's time when there is no argument. */
export function calendarFunction(part: (date: Date) => number): Implementation {
  const apply = (seconds: number) => part(new Date(Math.trunc(seconds) * 1000));
  return {
    kind: "values",
    apply: (context) => {
      const toParts = (series: VectorSeries) => applyToSeries(series, apply);
      const [vector = timeVector(context)] = context.arguments;
      if (vector.kind !== "vector") throw new TypeError("the parser lets only instant vectors through");
      return { kind: "vector", series: vector.series.map(floatsOf).filter(hasAny).map(toParts) };
    },
  };
}

function applyToSeries(series: VectorSeries, apply: (value: number) => number): VectorSeries {
  return { ...series, dropsName: true, values: series.values.map(apply) };
}

function timeVector({ frame }: CallContext): Value {
  const values = Float64Array.from({ length: frame.count }, (_, step) => timeAt(frame, step) / 1000);
  const present = new Uint8Array(frame.count).fill(FLOAT);
  return { kind: "vector", series: [{ labels: NO_LABELS, dropsName: false, values, present }] };
}
