import type { Series } from "./series.ts";

/** Drawing and pointing need rising times: series that have others are sorted, once, when they are given. */
export function inOrder(series: readonly Series[]): readonly Series[] {
  return series.every(({ t }) => isRising(t)) ? series : series.map(sorted);
}

function isRising(t: Float64Array): boolean {
  for (let at = 1; at < t.length; at++) if ((t[at] ?? 0) < (t[at - 1] ?? 0)) return false;
  return true;
}

function sorted(series: Series): Series {
  const { t, v } = series;
  if (isRising(t)) return series;
  const order = Uint32Array.from(t.keys()).sort((a, b) => (t[a] ?? 0) - (t[b] ?? 0));
  return {
    ...series,
    t: Float64Array.from(order, (at) => t[at] ?? 0),
    v: Float64Array.from(order, (at) => v[at] ?? 0),
  };
}
