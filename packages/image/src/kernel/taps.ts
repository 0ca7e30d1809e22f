/** Which source pixels make one pixel along an axis, and how much each of them counts. */
export interface Taps {
  /** Per pixel, the first source pixel. */
  readonly first: Int32Array;
  /** Per pixel, how many source pixels. */
  readonly count: Int32Array;
  /** Per pixel, where its weights begin in `weights`. */
  readonly at: Int32Array;
  /** Summing to 1 for each pixel. */
  readonly weights: Float64Array;
  /** The same in fixed point of 14 bits; what rounding leaves goes to the middle, so the sums are exact. */
  readonly fixed: Int16Array;
  readonly mostTaps: number;
}

/** A window of weights, zero outside its support. */
export interface Filter {
  readonly support: number;
  weigh(x: number): number;
}

/** Three lobes: sharp, for `best`. */
export const LANCZOS: Filter = {
  support: 3,
  weigh: (x) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0),
};

/** One lobe under a Hamming window: for `better` and `good`. */
export const HAMMING: Filter = {
  support: 1,
  weigh: (x) => (Math.abs(x) < 1 ? sinc(x) * (0.54 + 0.46 * Math.cos(Math.PI * x)) : 0),
};

export function tapsFor(filter: Filter, from: number, to: number): Taps {
  const scale = to / from;
  const shrink = Math.min(1, scale);
  const reach = filter.support / shrink;
  const [first, count, at] = [new Int32Array(to), new Int32Array(to), new Int32Array(to)];
  const lists: number[][] = [];
  let end = 0;
  for (let index = 0; index < to; index += 1) {
    const centre = (index + 0.5) / scale;
    const start = Math.max(0, Math.floor(centre - reach));
    const last = Math.min(from - 1, Math.ceil(centre + reach));
    const raw = Array.from({ length: last - start + 1 }, (_, tap) =>
      filter.weigh((start + tap + 0.5 - centre) * shrink),
    );
    const { skipped, weights } = normalized(raw);
    first[index] = start + skipped;
    count[index] = weights.length;
    at[index] = end;
    end += weights.length;
    lists.push(weights);
  }
  const weights = Float64Array.from(lists.flat());
  const fixed = Int16Array.from(lists.flatMap(inFixedPoint));
  return { first, count, at, weights, fixed, mostTaps: count.reduce((most, taps) => Math.max(most, taps), 0) };
}

/** Zeros at both ends are left out: they cost time and change nothing. */
function normalized(raw: readonly number[]): { readonly skipped: number; readonly weights: number[] } {
  const isSeen = (weight: number): boolean => Math.abs(weight) > 1e-12;
  const skipped = Math.max(0, raw.findIndex(isSeen));
  const kept = raw.slice(skipped, raw.findLastIndex(isSeen) + 1);
  const sum = kept.reduce((total, weight) => total + weight, 0);
  return { skipped, weights: kept.map((weight) => weight / sum) };
}

const UNIT = 16_384;

function inFixedPoint(weights: readonly number[]): number[] {
  const fixed = weights.map((weight) => Math.round(weight * UNIT));
  const middle = fixed.length >> 1;
  const missing = fixed.reduce((left, weight) => left - weight, UNIT);
  return fixed.with(middle, (fixed[middle] ?? 0) + missing);
}

/** The weights of one pixel in fixed point. */
export function fixedWeights({ fixed, at, count }: Taps, index: number): Int16Array {
  const start = at[index] ?? 0;
  return fixed.subarray(start, start + (count[index] ?? 0));
}

function sinc(x: number): number {
  const angle = Math.PI * x;
  return angle === 0 ? 1 : Math.sin(angle) / angle;
}
