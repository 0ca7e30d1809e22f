/** The buckets of one classic histogram at one time, in the order of their bounds. Used again for every step. */
export class BucketRow {
  readonly bounds: Float64Array;
  readonly counts: Float64Array;
  length = 0;

  constructor(capacity: number) {
    this.bounds = new Float64Array(capacity);
    this.counts = new Float64Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  /** Adds the bucket that counts up to a bound, not below the last one's; buckets with one bound are added up. */
  add(bound: number, count: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.bounds[last] === bound) {
      this.counts[last] = (this.counts[last] ?? 0) + count;
      return;
    }
    this.bounds[this.length] = bound;
    this.counts[this.length] = count;
    this.length += 1;
  }

  bound(index: number): number {
    return this.bounds[index] ?? Number.NaN;
  }

  count(index: number): number {
    return this.counts[index] ?? Number.NaN;
  }
}

/** Differences between neighbouring buckets below this share of their counts come from rounding. */
const ROUNDING = 1e-12;

/**
 * Makes counts never fall from one bucket to the next: buckets of one scrape can be from different moments.
 *
 * @returns true when a count fell by more than rounding explains
 */
export function makeMonotonic(row: BucketRow): boolean {
  let wasMended = false;
  let below = row.count(0);
  for (let index = 1; index < row.length; index += 1) {
    const count = row.count(index);
    if (count === below) continue;
    if (count > below && !isAlmostEqual(below, count)) {
      below = count;
      continue;
    }
    if (!isAlmostEqual(below, count)) wasMended = true;
    row.counts[index] = below;
  }
  return wasMended;
}

function isAlmostEqual(one: number, other: number): boolean {
  return Math.abs(one - other) / (Math.abs(one) + Math.abs(other)) < ROUNDING;
}

/** The quantile of the observations in monotonic buckets, linear inside the bucket where it lies. */
export function bucketQuantile(quantile: number, row: BucketRow): number {
  if (Number.isNaN(quantile)) return Number.NaN;
  if (quantile < 0) return Number.NEGATIVE_INFINITY;
  if (quantile > 1) return Number.POSITIVE_INFINITY;
  const top = row.length - 1;
  if (top < 1 || row.bound(top) !== Number.POSITIVE_INFINITY) return Number.NaN;
  const observations = row.count(top);
  return observations === 0 || Number.isNaN(observations) ? Number.NaN : interpolate(row, quantile * observations);
}

function interpolate(row: BucketRow, rank: number): number {
  const top = row.length - 1;
  let index = 0;
  while (index < top && !(row.count(index) >= rank)) index += 1;
  if (index === top) return row.bound(top - 1);
  const bound = row.bound(index);
  if (index === 0 && bound <= 0) return bound;
  const start = index === 0 ? 0 : row.bound(index - 1);
  const countBelow = index === 0 ? 0 : row.count(index - 1);
  return start + (bound - start) * ((rank - countBelow) / (row.count(index) - countBelow));
}

/** The share of the observations in monotonic buckets that lies between two values. */
export function bucketFraction(from: number, to: number, row: BucketRow): number {
  if (Number.isNaN(from) || Number.isNaN(to)) return Number.NaN;
  const top = row.length - 1;
  if (row.bound(top) !== Number.POSITIVE_INFINITY) return Number.NaN;
  const observations = row.count(top);
  if (observations === 0 || Number.isNaN(observations)) return Number.NaN;
  return from >= to ? 0 : (rankBelow(to, row) - rankBelow(from, row)) / observations;
}

function rankBelow(value: number, row: BucketRow): number {
  const top = row.length - 1;
  let index = 0;
  while (index < top && row.bound(index) <= value) index += 1;
  const below = index === 0 ? 0 : row.count(index - 1);
  const upper = row.bound(index);
  if (upper <= value) return row.count(index);
  const lower = index > 0 ? row.bound(index - 1) : upper > 0 ? 0 : Number.NEGATIVE_INFINITY;
  if (lower >= value || upper === Number.POSITIVE_INFINITY) return below;
  if (lower === Number.NEGATIVE_INFINITY) return row.count(index);
  return below + (row.count(index) - below) * ((value - lower) / (upper - lower));
}
