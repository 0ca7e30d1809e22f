import type { Series } from "./series.ts";

/**
 * Puts the series of each stack on the same times, as drawing them on each other needs, and turns parts into
 * shares where that is asked. Other series pass unchanged; the order stays.
 */
export function alignStacks(series: readonly Series[]): Series[] {
  const aligned = new Map<Series, Series>();
  for (const members of stacksOf(series).values()) {
    const t = unionOfTimes(members);
    const resampled = closeEdges(members.map((member) => ({ ...member, t, v: resample(member, t) })));
    const shared = members.some(({ stackAs }) => stackAs === "share") ? shares(resampled) : resampled;
    members.forEach((member, at) => {
      aligned.set(member, shared[at] ?? member);
    });
  }
  return series.map((one) => aligned.get(one) ?? one);
}

/** The series of each stack, by axis and group. */
export function stacksOf(series: readonly Series[]): Map<string, Series[]> {
  const stacks = new Map<string, Series[]>();
  for (const one of series) {
    if (one.stack === undefined) continue;
    const key = `${one.axis ?? "left"} ${one.draw?.as ?? "line"} ${one.stack}`;
    stacks.set(key, [...(stacks.get(key) ?? []), one]);
  }
  return stacks;
}

function unionOfTimes(series: readonly Series[]): Float64Array {
  const [first] = series;
  if (first !== undefined && series.every(({ t }) => hasSameTimes(t, first.t))) return first.t;
  return Float64Array.from(new Set(series.flatMap(({ t }) => [...t]))).sort();
}

function hasSameTimes(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((time, at) => time === b[at]));
}

function resample({ t, v }: Series, times: Float64Array): Float64Array {
  if (t === times) return v;
  let at = 0;
  return times.map((time) => {
    while (at < t.length && (t[at] ?? 0) < time) at += 1;
    return t[at] === time ? (v[at] ?? Number.NaN) : Number.NaN;
  });
}

/**
 * A member that begins or ends while others go on does so at zero: without that, those above it would jump to its
 * place and leave a hole.
 */
function closeEdges(members: readonly Series[]): Series[] {
  return members.map((member) => {
    const isMissing = (at: number) => Number.isNaN(member.v[at] ?? Number.NaN);
    const goesOn = (at: number) => members.some((other) => !Number.isNaN(other.v[at] ?? Number.NaN));
    const v = member.v.map((value, at) => {
      const isEdge = Number.isNaN(value) && (!isMissing(at - 1) || !isMissing(at + 1));
      return isEdge && goesOn(at) ? 0 : value;
    });
    return { ...member, v };
  });
}

function shares(series: readonly Series[]): Series[] {
  const length = series[0]?.t.length ?? 0;
  const sums = Float64Array.from({ length }, (_, at) =>
    series.reduce((sum, { v }) => sum + Math.abs(Number.isNaN(v[at]) ? 0 : (v[at] ?? 0)), 0),
  );
  return series.map((one) => ({ ...one, v: one.v.map((value, at) => (sums[at] ? value / (sums[at] ?? 1) : value)) }));
}
