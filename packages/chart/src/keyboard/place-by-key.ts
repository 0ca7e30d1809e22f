/** A point of a chart: the series, and which of its points. */
export interface PointPlace {
  readonly series: number;
  readonly point: number;
}

type Step = (now: PointPlace, lengths: readonly number[]) => PointPlace;

const along =
  (step: (point: number, length: number) => number): Step =>
  (now, lengths) => ({
    ...now,
    point: step(now.point, lengths[now.series] ?? 0),
  });

/** Points of a page: a tenth of all. */
const tenth = (length: number) => Math.max(1, Math.ceil(length / 10));

const STEPS: ReadonlyMap<string, Step> = new Map([
  ["ArrowLeft", along((point) => point - 1)],
  ["ArrowRight", along((point) => point + 1)],
  ["Home", along(() => 0)],
  ["End", along((_, length) => length - 1)],
  ["PageUp", along((point, length) => point - tenth(length))],
  ["PageDown", along((point, length) => point + tenth(length))],
  ["ArrowUp", ({ series, point }, lengths) => ({ point, series: neighbour(series, -1, lengths) })],
  ["ArrowDown", ({ series, point }, lengths) => ({ point, series: neighbour(series, 1, lengths) })],
]);

/**
 * Where a key leads among the points of some series: left and right along one of them, Home and End to its ends, Page
 * Up and Down by a tenth, up and down to another series.
 *
 * @param now - `undefined` before the first key, which leads to the first point
 * @param lengths - points of each series; those without any are passed over
 * @returns `undefined` for other keys, and where there are no points
 */
export function placeByKey(
  key: string,
  now: PointPlace | undefined,
  lengths: readonly number[],
): PointPlace | undefined {
  const step = STEPS.get(key);
  const first = lengths.findIndex((length) => length > 0);
  if (step === undefined || first < 0) return undefined;
  const isThere = now !== undefined && (lengths[now.series] ?? 0) > 0;
  const { series, point } = isThere ? step(now, lengths) : { series: first, point: key === "End" ? Infinity : 0 };
  return { series, point: Math.min((lengths[series] ?? 1) - 1, Math.max(0, point)) };
}

/** Keys that look for an earlier point where theirs has no value; those to another series look on both sides. */
const BACKWARD: ReadonlySet<string> = new Set(["ArrowLeft", "PageUp", "End"]);
const SIDEWAYS: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown"]);

/** Where a key leads, and after that the points that are as good where there is no value. */
export function placesFrom(
  { series, point }: PointPlace,
  key: string,
  lengths: readonly number[],
): readonly PointPlace[] {
  const all = Array.from({ length: lengths[series] ?? 0 }, (_, at) => ({ series, point: at }));
  const away = (one: PointPlace) => Math.abs(one.point - point);
  if (SIDEWAYS.has(key)) return all.sort((a, b) => away(a) - away(b));
  return BACKWARD.has(key) && point > 0 ? all.slice(0, point + 1).reverse() : all.slice(point);
}

function neighbour(series: number, direction: 1 | -1, lengths: readonly number[]): number {
  for (let next = series + direction; next >= 0 && next < lengths.length; next += direction) {
    if ((lengths[next] ?? 0) > 0) return next;
  }
  return series;
}
