import { valueTicks } from "@vedette/chart/core";
import { valueLine } from "../../model/field/value-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { flagOf, type JsonObject, numberOf } from "../../model/json.ts";
import type { Groups } from "./bar-groups.ts";

/** Buckets unless the options say. */
const USUAL = 30;
/** More than these are thinner than a pixel. */
const MOST = 200;

/** How often values lie in each bucket of a range, for each field or for all together. `undefined` without numbers. */
export function histogramOf(frames: readonly DisplayFrame[], options: JsonObject): Groups | undefined {
  const fields = frames.flatMap((frame) => frame.fields).filter(({ type }) => type === "number");
  const samples = fields.map(({ values }) => Array.from(values, Number).filter(Number.isFinite));
  const [low, high] = samples
    .flat()
    .reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as const);
  const [first] = fields;
  if (first === undefined || low > high) return undefined;
  const size = bucketSize(low, high, options);
  const offset = (numberOf(options["bucketOffset"]) ?? 0) % size;
  const start = Math.floor((low - offset) / size) * size + offset;
  const count = Math.min(MOST, Math.floor((high - start) / size) + 1);
  const names = Array.from({ length: count }, (_, at) => valueLine(start + at * size, first.settings));
  const bucketOf = (value: number) => Math.min(count - 1, Math.floor((value - start) / size));
  const counted = (values: readonly number[]) => countsOf(values.map(bucketOf), count);
  const isOne = flagOf(options["combine"], false);
  return {
    names,
    labels: names,
    isRange: true,
    fields: isOne
      ? [counts(first, "Count", counted(samples.flat()))]
      : fields.map((field, at) => counts(field, field.displayName, counted(samples[at] ?? []))),
  };
}

function bucketSize(low: number, high: number, options: JsonObject): number {
  const size = numberOf(options["bucketSize"]) ?? 0;
  if (size > 0) return Math.max(size, (high - low) / MOST);
  const { step } = valueTicks(low, high, { count: Math.min(MOST, numberOf(options["bucketCount"]) ?? USUAL) });
  return step > 0 ? step : 1;
}

function countsOf(buckets: readonly number[], count: number): readonly number[] {
  const counts = Array.from({ length: count }, () => 0);
  for (const bucket of buckets) counts[bucket] = (counts[bucket] ?? 0) + 1;
  return counts;
}

/** A field of numbers of their own: the unit is that of the values, not of how many there are. */
function counts({ settings, ...field }: DisplayField, displayName: string, values: readonly number[]): DisplayField {
  const { color, custom } = settings;
  return { ...field, displayName, values, settings: { color, custom } };
}
