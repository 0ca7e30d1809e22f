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
  const most = Math.min(from, 2 * Math.ceil(reach) + 2);
  const [first, count, at] = [new Int32Array(to), new Int32Array(to), new Int32Array(to)];
  const [weights, fixed] = [new Float64Array(to * most), new Int16Array(to * most)];
  let end = 0;
  for (let index = 0; index < to; index += 1) {
    const centre = (index + 0.5) / scale;
    const start = Math.max(0, Math.floor(centre - reach));
    const last = Math.min(from - 1, Math.ceil(centre + reach));
    const raw = weights.subarray(end, end + last - start + 1);
    for (let tap = 0; tap < raw.length; tap += 1) raw[tap] = filter.weigh((start + tap + 0.5 - centre) * shrink);
    const skipped = Math.max(0, raw.findIndex(isSeen));
    const length = raw.findLastIndex(isSeen) + 1 - skipped;
    raw.copyWithin(0, skipped);
    normalize(raw.subarray(0, length), fixed.subarray(end, end + length));
    first[index] = start + skipped;
    count[index] = length;
    at[index] = end;
    end += length;
  }
  const mostTaps = count.reduce((longest, taps) => Math.max(longest, taps), 0);
  return { first, count, at, weights: weights.slice(0, end), fixed: fixed.slice(0, end), mostTaps };
}

/** Zeros at both ends are left out: they cost time and change nothing. */
function isSeen(weight: number): boolean {
  return Math.abs(weight) > 1e-12;
}

const UNIT = 16_384;

/** Divides by the sum, and writes the same in fixed point. */
function normalize(weights: Float64Array, fixed: Int16Array): void {
  let sum = 0;
  for (let tap = 0; tap < weights.length; tap += 1) sum += weights[tap] ?? 0;
  let missing = UNIT;
  for (let tap = 0; tap < weights.length; tap += 1) {
    const weight = (weights[tap] ?? 0) / sum;
    weights[tap] = weight;
    fixed[tap] = Math.round(weight * UNIT);
    missing -= fixed[tap] ?? 0;
  }
  const middle = weights.length >> 1;
  fixed[middle] = (fixed[middle] ?? 0) + missing;
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
