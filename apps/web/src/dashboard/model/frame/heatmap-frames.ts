import type { Field, Frame } from "./frame.ts";

/**
 * Turns the cumulative buckets of a histogram into counts of their own: sorted by their limit `le`, each without
 * what the one below counted already. Series without `le` pass unchanged.
 */
export function heatmapFrames(frames: readonly Frame[]): Frame[] {
  const buckets = frames.filter((frame) => limitOf(frame) !== undefined);
  if (buckets.length === 0) return [...frames];
  const sorted = buckets.toSorted((a, b) => (limitOf(a) ?? 0) - (limitOf(b) ?? 0));
  return sorted.map((frame, at) => {
    const below = sorted[at - 1];
    return below === undefined
      ? frame
      : { ...frame, fields: frame.fields.map((field) => without(field, frame, below)) };
  });
}

function limitOf({ fields }: Frame): number | undefined {
  const limit = fields.find(({ type }) => type === "number")?.labels["le"];
  if (limit === undefined) return undefined;
  return limit === "+Inf" ? Number.POSITIVE_INFINITY : Number(limit);
}

function without(field: Field, frame: Frame, below: Frame): Field {
  if (field.type !== "number") return field;
  const counted = valueByTime(below);
  const times = frame.fields.find(({ type }) => type === "time")?.values;
  const values = Float64Array.from(field.values, (value, at) =>
    Math.max(0, Number(value) - (counted.get(times?.[at]) ?? 0)),
  );
  return { ...field, values };
}

function valueByTime({ fields }: Frame): Map<unknown, number> {
  const times = fields.find(({ type }) => type === "time")?.values ?? [];
  const values = fields.find(({ type }) => type === "number")?.values ?? [];
  return new Map(Array.from(times, (time, at) => [time, Number(values[at]) || 0]));
}
