import type { Trend } from "../frame/trend.ts";

/** A value of a field; `undefined` where there is none. */
export type Cell = number | string | boolean | Trend | undefined;

type Reduce = (values: ArrayLike<Cell>) => Cell;

function isThere(value: Cell): boolean {
  return value !== undefined && !(typeof value === "number" && Number.isNaN(value));
}

/** The finite ones. A copy without gaps is quicker than looking for gaps in every reducer. */
function numbersOf(values: ArrayLike<Cell>): Float64Array {
  const numbers = new Float64Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (typeof value === "number" && Number.isFinite(value)) numbers[count++] = value;
  }
  return numbers.subarray(0, count);
}

/** A reducer over the numbers of a field; nothing when there are none. */
function ofNumbers(reduce: (numbers: Float64Array) => number | undefined): Reduce {
  return (values) => {
    const numbers = numbersOf(values);
    return numbers.length === 0 ? undefined : reduce(numbers);
  };
}

/** A reducer over every cell. */
function ofCells(reduce: (cells: readonly Cell[]) => Cell): Reduce {
  return (values) => reduce(Array.from(values));
}

const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: Float64Array) => sum(numbers) / numbers.length;
const least = (numbers: Float64Array) => numbers.reduce((a, b) => Math.min(a, b));
const most = (numbers: Float64Array) => numbers.reduce((a, b) => Math.max(a, b));

function variance(numbers: Float64Array): number {
  const middle = mean(numbers);
  return sum(numbers.map((number) => (number - middle) ** 2)) / numbers.length;
}

/** @param share - 0 to 1 */
function quantile(numbers: Float64Array, share: number): number {
  const sorted = numbers.toSorted();
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  return below + ((sorted[Math.ceil(place)] ?? 0) - below) * (place % 1);
}

function steps(numbers: Float64Array): Float64Array {
  return numbers.subarray(1).map((number, at) => number - (numbers[at] ?? 0));
}

/** Growth of a counter: a drop is a reset, from which it grew again. */
function delta(numbers: Float64Array): number {
  return numbers.subarray(1).reduce((grown, number, at) => {
    const before = numbers[at] ?? 0;
    return grown + (number >= before ? number - before : number);
  }, 0);
}

function lastThere(values: ArrayLike<Cell>): Cell {
  for (let at = values.length - 1; at >= 0; at--) if (isThere(values[at])) return values[at];
  return undefined;
}

function firstThere(values: ArrayLike<Cell>): Cell {
  for (let at = 0; at < values.length; at++) if (isThere(values[at])) return values[at];
  return undefined;
}

const REDUCERS: ReadonlyMap<string, Reduce> = new Map<string, Reduce>([
  ["lastNotNull", lastThere],
  ["last", (values) => values[values.length - 1]],
  ["firstNotNull", firstThere],
  ["first", (values) => values[0]],
  ["min", ofNumbers(least)],
  ["max", ofNumbers(most)],
  ["mean", ofNumbers(mean)],
  ["median", ofNumbers((numbers) => quantile(numbers, 0.5))],
  ["sum", ofNumbers(sum)],
  ["count", ofCells((cells) => cells.filter(isThere).length)],
  ["countAll", (values) => values.length],
  ["range", ofNumbers((numbers) => most(numbers) - least(numbers))],
  ["delta", ofNumbers(delta)],
  ["step", ofNumbers((numbers) => (numbers.length < 2 ? undefined : least(steps(numbers))))],
  ["diff", ofNumbers((numbers) => (numbers.at(-1) ?? 0) - (numbers[0] ?? 0))],
  ["diffperc", ofNumbers((numbers) => ((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)) / (numbers[0] ?? 0))],
  ["variance", ofNumbers(variance)],
  ["stdDev", ofNumbers((numbers) => Math.sqrt(variance(numbers)))],
  [
    "logmin",
    ofNumbers((numbers) =>
      numbers.filter((number) => number > 0).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    ),
  ],
  ["allIsZero", ofNumbers((numbers) => (numbers.every((number) => number === 0) ? 1 : 0))],
  ["allIsNull", (values) => firstThere(values) === undefined],
  ["changeCount", ofCells((cells) => cells.slice(1).filter((cell, at) => !Object.is(cell, cells[at])).length)],
  ["distinctCount", ofCells((cells) => new Set(cells).size)],
  ["allValues", ofCells((cells) => cells.map(String).join(", "))],
  ["uniqueValues", ofCells((cells) => [...new Set(cells)].map(String).join(", "))],
]);

const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ["avg", "mean"],
  ["current", "lastNotNull"],
  ["total", "sum"],
]);

/** Makes one value of many: `lastNotNull`, `mean`, `p95` …; the last one when nobody knows the id. */
export function reduceValues(id: string, values: ArrayLike<Cell>): Cell {
  const percentile = /^p(\d{1,2})$/.exec(id);
  if (percentile !== null) return ofNumbers((numbers) => quantile(numbers, Number(percentile[1]) / 100))(values);
  const reduce = REDUCERS.get(OLD_NAMES.get(id) ?? id) ?? REDUCERS.get("lastNotNull");
  return reduce?.(values);
}

/** What columns of them are called, in English: names that transformations and overrides refer to. */
export const REDUCER_NAMES = {
  lastNotNull: "Last",
  last: "Last",
  firstNotNull: "First",
  first: "First",
  min: "Min",
  max: "Max",
  mean: "Mean",
  median: "Median",
  sum: "Total",
  count: "Count",
  countAll: "Count all",
  range: "Range",
  delta: "Delta",
  step: "Step",
  diff: "Difference",
  diffperc: "Difference %",
  variance: "Variance",
  stdDev: "StdDev",
  logmin: "Min (above zero)",
  changeCount: "Changes",
  distinctCount: "Distinct",
  allValues: "All values",
  uniqueValues: "All unique",
} as const;

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(REDUCER_NAMES));

/** The head of a column that holds it. */
export function reducerName(id: string): string {
  const known = OLD_NAMES.get(id) ?? id;
  return NAMES.get(known) ?? (/^p\d{1,2}$/.test(known) ? `${known.slice(1)}th %` : known);
}
