/** A series of at most as many points as can be seen. */
export interface Decimated {
  readonly t: Float64Array;
  readonly v: Float64Array;
}

/**
 * Reduces a series to the first, lowest, highest and last value of each pixel column: no peak is lost, and what
 * follows costs pixels instead of points. One point before and one behind the range stay, so that lines run to
 * the edge. A gap (`NaN`) inside a column stays one. Series with fewer than 4 points per column pass unchanged.
 *
 * @param t - rising times
 * @param v - as many values; `NaN` where there is none
 * @param from - first time that is seen, `to` the last one
 * @param columns - pixels between them
 */
export function decimate(t: Float64Array, v: Float64Array, from: number, to: number, columns: number): Decimated {
  const kept = decimateIndices(t, v, { from, to, columns });
  if (kept === undefined) return { t, v };
  return { t: pick(t, kept), v: pick(v, kept) };
}

export interface DecimateView {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** The indices that stay; `undefined` when all do. */
export function decimateIndices(t: Float64Array, v: Float64Array, view: DecimateView): Uint32Array | undefined {
  const start = Math.max(0, lowerBound(t, view.from) - 1);
  const end = Math.min(t.length, lowerBound(t, view.to) + 2);
  const columns = Math.max(1, Math.floor(view.columns));
  if (end - start <= columns * 4) return start === 0 && end === t.length ? undefined : span(start, end);
  const perMs = columns / (view.to - view.from || 1);
  const kept = new Uint32Array(Math.min(end - start, (columns + 2) * 6));
  let length = 0;
  let at = start;
  while (at < end) {
    const next = endOfColumn(t, at, end, Math.floor(((t[at] ?? 0) - view.from) * perMs + 1) / perMs + view.from);
    length = keepSummit(v, at, next, { kept, length });
    at = next;
  }
  return kept.slice(0, length);
}

/** First index whose time is not below `time`. */
export function lowerBound(t: Float64Array, time: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((t[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function endOfColumn(t: Float64Array, start: number, end: number, limit: number): number {
  let at = start + 1;
  while (at < end && (t[at] ?? 0) < limit) at += 1;
  return at;
}

interface Kept {
  readonly kept: Uint32Array;
  readonly length: number;
}

/**
 * Keeps the first, lowest, highest and last of a column in rising order, and a gap when there is one; returns how many
 * are kept then. Runs for every column of every chart of a refresh, and makes nothing for it.
 */
function keepSummit(v: Float64Array, start: number, end: number, { kept, length }: Kept): number {
  let lowest = -1;
  let highest = -1;
  let gap = -1;
  for (let at = start; at < end; at++) {
    const value = v[at] ?? Number.NaN;
    if (Number.isNaN(value)) {
      gap = at;
      continue;
    }
    if (lowest < 0 || value < (v[lowest] ?? 0)) lowest = at;
    if (highest < 0 || value > (v[highest] ?? 0)) highest = at;
  }
  const low = Math.min(lowest, highest, gap);
  const high = Math.max(lowest, highest, gap);
  const middle = lowest + highest + gap - low - high;
  let count = length;
  let before = -1;
  const keep = (index: number) => {
    if (index <= before) return;
    kept[count] = index;
    count += 1;
    before = index;
  };
  keep(start);
  keep(low);
  keep(middle);
  keep(high);
  keep(end - 1);
  return count;
}

function span(start: number, end: number): Uint32Array {
  return Uint32Array.from({ length: end - start }, (_, at) => start + at);
}

function pick(values: Float64Array, indices: Uint32Array): Float64Array {
  const picked = new Float64Array(indices.length);
  for (let at = 0; at < indices.length; at++) picked[at] = values[indices[at] ?? 0] ?? Number.NaN;
  return picked;
}
