import type { SeriesDraw } from "@vedette/chart/core";
import { reduceValues } from "../../model/field/reducer.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { type JsonObject, textOf } from "../../model/json.ts";

/** What a legend says of a series, whatever draws it. */
export interface LegendEntry {
  /** Unique in the panel; names need not be. */
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly field: DisplayField;
  readonly draw?: Pick<SeriesDraw, "as" | "dash" | "hatch"> | undefined;
}

export interface LegendSort {
  /** Id of a reducer, or `name`. */
  readonly calc: string;
  readonly isDown: boolean;
}

/** Documents name the column by its head, in English. */
const CALC_BY_HEAD: ReadonlyMap<string, string> = new Map([
  ["Name", "name"],
  ["Last *", "lastNotNull"],
  ["Last", "last"],
  ["First *", "firstNotNull"],
  ["First", "first"],
  ["Min", "min"],
  ["Max", "max"],
  ["Mean", "mean"],
  ["Median", "median"],
  ["Variance", "variance"],
  ["StdDev", "stdDev"],
  ["Total", "sum"],
  ["Count", "count"],
  ["Range", "range"],
  ["Delta", "delta"],
  ["Step", "step"],
  ["Difference", "diff"],
  ["Difference percent", "diffperc"],
]);

/** The order that a panel's `legend` asks for; `undefined` for that of the answer. */
export function legendSort({ sortBy, sortDesc }: JsonObject): LegendSort | undefined {
  const head = textOf(sortBy);
  return head === "" ? undefined : { calc: CALC_BY_HEAD.get(head) ?? head, isDown: sortDesc === true };
}

/** Series by their name or by what is reckoned from them; those without a value stand last. */
export function inLegendOrder<Entry extends LegendEntry>(
  series: readonly Entry[],
  sort: LegendSort | undefined,
): readonly Entry[] {
  if (sort === undefined) return series;
  const sign = sort.isDown ? -1 : 1;
  if (sort.calc === "name") return series.toSorted((a, b) => a.name.localeCompare(b.name) * sign);
  const keyed = series.map((one) => ({ one, value: reduceValues(sort.calc, Array.from(one.field.values)) }));
  return keyed.toSorted((a, b) => compare(a.value, b.value, sign)).map(({ one }) => one);
}

function compare(a: unknown, b: unknown, sign: number): number {
  if (isNumber(a) && isNumber(b)) return (a - b) * sign;
  return Number(isNumber(b)) - Number(isNumber(a));
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && !Number.isNaN(value);
}
