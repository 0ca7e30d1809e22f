export interface DescribedSeries {
  readonly name: string;
  /** `NaN` where there is no value. */
  readonly v: ArrayLike<number>;
}

/** Characters of a summary; the data themselves are offered as a table. */
const LONGEST = 600;

/**
 * Says in words what a chart shows: how many series, and of each the last, lowest and highest value and where it
 * is going. For people who hear the page.
 */
export function describeSeries(series: readonly DescribedSeries[], format: (value: number) => string): string {
  const known = series.filter(({ v }) => lastOf(v) !== undefined);
  if (known.length === 0) return "No data.";
  const head = `${known.length} series.`;
  const sentences = known.map(({ name, v }) => `${name}: ${sentenceOf(v, format)}.`);
  const shown = sentences.filter((_, at) => head.length + sentences.slice(0, at + 1).join(" ").length < LONGEST - 20);
  const more = sentences.length - shown.length;
  return [head, ...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

function sentenceOf(v: ArrayLike<number>, format: (value: number) => string): string {
  const values = Array.from(v).filter((value) => Number.isFinite(value));
  const [lowest, highest] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  const last = values.at(-1) ?? 0;
  return `last ${format(last)}, lowest ${format(lowest)}, highest ${format(highest)}, ${trendOf(values, highest - lowest)}`;
}

/** The last quarter against the first one. */
function trendOf(values: readonly number[], extent: number): string {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  const change = meanOf(values.slice(-quarter)) - meanOf(values.slice(0, quarter));
  if (Math.abs(change) <= extent * 0.2) return "steady";
  return change > 0 ? "rising" : "falling";
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function lastOf(v: ArrayLike<number>): number | undefined {
  return Array.from(v).findLast((value) => Number.isFinite(value));
}
