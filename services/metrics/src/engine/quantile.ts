/**
 * The quantile of some values, linear between the two nearest. NaN sorts before everything.
 *
 * @param quantile - 0 to 1; below gives -Inf, above +Inf
 * @param values - sorted in place
 */
export function quantileOf(quantile: number, values: Float64Array): number {
  if (values.length === 0 || Number.isNaN(quantile)) return Number.NaN;
  if (quantile < 0) return Number.NEGATIVE_INFINITY;
  if (quantile > 1) return Number.POSITIVE_INFINITY;
  values.sort();
  const nans = countNans(values);
  const rank = quantile * (values.length - 1);
  const lower = Math.floor(rank);
  const upper = Math.min(values.length - 1, lower + 1);
  const weight = rank - lower;
  // Nothing of a neighbour counts, which may be infinite.
  if (weight === 0) return valueAt(values, lower, nans);
  return valueAt(values, lower, nans) * (1 - weight) + valueAt(values, upper, nans) * weight;
}

/** Typed arrays sort NaN to the end. */
function countNans(values: Float64Array): number {
  let count = 0;
  while (count < values.length && Number.isNaN(values[values.length - 1 - count])) count += 1;
  return count;
}

function valueAt(values: Float64Array, rank: number, nans: number): number {
  return rank < nans ? Number.NaN : (values[rank - nans] ?? Number.NaN);
}
