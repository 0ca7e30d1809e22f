export interface DescribedSeries {
  readonly name: string;
  /** `NaN` where there is no value. */
  readonly v: ArrayLike<number>;
  /** Milliseconds since 1970 of the values. */
  readonly t?: ArrayLike<number>;
}

/** What is said of one series, each part as text. */
export interface SeriesInWords {
  readonly name: string;
  readonly last: string;
  readonly lowest: string;
  readonly highest: string;
  /** When it was so low and so high; of series without times nothing. */
  readonly lowestAt: string | undefined;
  readonly highestAt: string | undefined;
  readonly trend: "rising" | "falling" | "steady";
}

/** The sentences of a language. */
export interface ChartWords {
  readonly noData: string;
  readonly count: (series: number) => string;
  readonly range: (from: string, to: string) => string;
  readonly series: (facts: SeriesInWords) => string;
  readonly more: (series: number) => string;
}

export interface DescribeOptions {
  /** Text of a value of the series at this place. */
  readonly format: (value: number, series: number) => string;
  /** Text of a time; nothing is said of times unless given. */
  readonly time?: (time: number) => string;
  /** English unless given. */
  readonly words?: ChartWords;
  /** Characters that there are; 600 unless given. */
  readonly room?: number;
}

/** Characters of a summary; the data themselves are offered as a table. */
export const LONGEST = 600;

/**
 * Says in words what a chart shows: how many series, from when to when, and of each the last, lowest and highest value
 * and where it is going. For people who hear the page.
 */
export function describeSeries(
  series: readonly DescribedSeries[],
  { format, time, words = ENGLISH, room = LONGEST }: DescribeOptions,
): string {
  const known = series.flatMap((one, at) => {
    const facts = factsOf(one.v);
    return facts === undefined ? [] : [{ ...one, at, facts }];
  });
  if (known.length === 0) return words.noData;
  const head = [words.count(known.length), ...rangeOf(known, { time, words })].join(" ");
  const sentences: string[] = [];
  let left = room - head.length - MORE;
  // Thousands of series are possible: what will not be said is not written either.
  for (const { name, t, at, facts } of known) {
    const sentence = words.series({ name, ...inWords(facts, { t, time, format: (value) => format(value, at) }) });
    left -= sentence.length + 1;
    if (left <= 0) break;
    sentences.push(sentence);
  }
  const more = known.length - sentences.length;
  return [head, ...sentences, ...(more > 0 ? [words.more(more)] : [])].join(" ");
}

/** Characters that the count of the rest may take. */
const MORE = 20;

export const ENGLISH: ChartWords = {
  noData: "No data.",
  count: (series) => `${series} series.`,
  range: (from, to) => `From ${from} to ${to}.`,
  series: ({ name, last, lowest, lowestAt, highest, highestAt, trend }) =>
    `${name}: last ${last}, lowest ${lowest}${at(lowestAt)}, highest ${highest}${at(highestAt)}, ${trend}.`,
  more: (series) => `And ${series} more.`,
};

function at(time: string | undefined): string {
  return time === undefined ? "" : ` at ${time}`;
}

/** Places in the values, not the values, so that their times can be told. */
interface Facts {
  readonly v: ArrayLike<number>;
  readonly last: number;
  readonly lowest: number;
  readonly highest: number;
  readonly trend: SeriesInWords["trend"];
}

/** Reads long series without copying them; `undefined` where there is no value. */
function factsOf(v: ArrayLike<number>): Facts | undefined {
  let [last, lowest, highest, count] = [-1, -1, -1, 0];
  for (let index = 0; index < v.length; index++) {
    const value = v[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    last = index;
    count += 1;
    if (lowest < 0 || value < (v[lowest] ?? 0)) lowest = index;
    if (highest < 0 || value > (v[highest] ?? 0)) highest = index;
  }
  if (last < 0) return undefined;
  const extent = (v[highest] ?? 0) - (v[lowest] ?? 0);
  return { v, last, lowest, highest, trend: trendOf(v, count, extent) };
}

/** The last quarter of the values against the first one. */
function trendOf(v: ArrayLike<number>, count: number, extent: number): SeriesInWords["trend"] {
  const quarter = Math.max(1, Math.floor(count / 4));
  const change = meanOf(v, quarter, -1) - meanOf(v, quarter, 1);
  if (Math.abs(change) <= extent * 0.2) return "steady";
  return change > 0 ? "rising" : "falling";
}

/** Of so many values from one end on. */
function meanOf(v: ArrayLike<number>, count: number, direction: 1 | -1): number {
  let [sum, left] = [0, count];
  for (let index = direction === 1 ? 0 : v.length - 1; left > 0 && index >= 0 && index < v.length; index += direction) {
    const value = v[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    sum += value;
    left -= 1;
  }
  return sum / count;
}

/** A number as a reader writes it; one of more digits than anybody listens to by its power of ten. */
export function numberInWords(value: number): string {
  const size = Math.abs(value);
  return size >= 1e16 || (size > 0 && size < 1e-6) ? value.toExponential(2) : value.toLocaleString();
}

interface FactsText {
  readonly t: ArrayLike<number> | undefined;
  readonly time: ((time: number) => string) | undefined;
  readonly format: (value: number) => string;
}

function inWords({ v, last, lowest, highest, trend }: Facts, { t, time, format }: FactsText) {
  const valueAt = (index: number) => format(v[index] ?? Number.NaN);
  const timeAt = (index: number) => (time === undefined || t?.[index] === undefined ? undefined : time(t[index]));
  return {
    ...{ last: valueAt(last), lowest: valueAt(lowest), highest: valueAt(highest), trend },
    ...{ lowestAt: timeAt(lowest), highestAt: timeAt(highest) },
  };
}

function rangeOf(
  series: readonly DescribedSeries[],
  { time, words }: { readonly time: DescribeOptions["time"]; readonly words: ChartWords },
): readonly string[] {
  const ends = series.flatMap(({ t }) => (t === undefined ? [] : [t[0], t[t.length - 1]]));
  const known = ends.filter((end) => end !== undefined);
  if (time === undefined || known.length === 0) return [];
  return [words.range(time(Math.min(...known)), time(Math.max(...known)))];
}
