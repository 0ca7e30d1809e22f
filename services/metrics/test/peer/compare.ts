/** An answer of the query API, as far as it is compared. */
export interface ComparedAnswer {
  readonly status: "success" | "error";
  readonly errorType?: string;
  readonly error?: string;
  readonly data?: { readonly resultType: string; readonly result: unknown };
}

type Point = readonly [time: number, value: string];

/** How far two numbers may lie apart, as a share of the larger. */
const TOLERANCE = 1e-9;

/**
 * What tells two answers apart: nothing when they have the same series with the same values at the same times.
 *
 * @param rounding - what may be left of the difference of two numbers that are equal but for their last digits
 */
export function differencesOf(ours: ComparedAnswer, peer: ComparedAnswer, rounding = 0): string[] {
  if (ours.status !== "success" || peer.status !== "success") {
    return ours.status === peer.status ? [] : [`${ours.error ?? "answered"}, peer: ${peer.error ?? "answered"}`];
  }
  if (ours.data?.resultType !== peer.data?.resultType)
    return [`${ours.data?.resultType}, peer: ${peer.data?.resultType}`];
  const [left, right] = [seriesOf(ours.data?.result), seriesOf(peer.data?.result)];
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].flatMap((key) => {
    const difference = pointDifference(left.get(key) ?? [], right.get(key) ?? [], rounding);
    return difference === undefined ? [] : [`${key}: ${difference}`];
  });
}

/** The points of each series by its labels; of a scalar under no labels. */
function seriesOf(result: unknown): Map<string, readonly Point[]> {
  if (!Array.isArray(result)) return new Map();
  if (typeof result[0] === "number") return new Map([["", [readPoint(result)]]]);
  return new Map(result.map((row: unknown) => readSeries(row)));
}

function readSeries(row: unknown): [string, readonly Point[]] {
  if (typeof row !== "object" || row === null || !("metric" in row)) throw new TypeError("a series has labels");
  const key = JSON.stringify(Object.entries(row.metric ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
  return [key, POINT_FIELDS.flatMap((field) => [Reflect.get(row, field) ?? []]).flatMap(pointsOf)];
}

/** One point or many, of floats or of native histograms. */
const POINT_FIELDS = ["value", "values", "histogram", "histograms"];

function pointsOf(points: unknown): Point[] {
  if (!Array.isArray(points) || points.length === 0) return [];
  const list: unknown[] = typeof points[0] === "number" ? [points] : points;
  return list.flatMap((point) => {
    const [time, value]: unknown[] = Array.isArray(point) ? point : [];
    if (typeof value !== "object" || value === null) return [readPoint(point)];
    // A histogram is a point for each of its numbers.
    const { count, sum, buckets = [] } = value as { count: string; sum: string; buckets?: (string | number)[][] };
    return [count, sum, ...buckets.flat()].map((part): Point => [Number(time), String(part)]);
  });
}

function readPoint(point: unknown): Point {
  if (!Array.isArray(point)) throw new TypeError("a point is a time and a value");
  return [Number(point[0]), String(point[1])];
}

function pointDifference(ours: readonly Point[], peer: readonly Point[], rounding: number): string | undefined {
  if (ours.length !== peer.length) return `${ours.length} points, peer: ${peer.length}`;
  for (const [index, [time, value]] of ours.entries()) {
    const [peerTime = 0, peerValue = ""] = peer[index] ?? [];
    if (time !== peerTime) return `time ${time}, peer: ${peerTime}`;
    if (!isClose(value, peerValue, rounding)) return `${value} at ${time}, peer: ${peerValue}`;
  }
  return undefined;
}

function isClose(one: string, other: string, rounding: number): boolean {
  if (one === other) return true;
  const [left, right] = [Number(one.replace("Inf", "Infinity")), Number(other.replace("Inf", "Infinity"))];
  return Math.abs(left - right) <= Math.max(rounding, TOLERANCE * Math.max(Math.abs(left), Math.abs(right)));
}
