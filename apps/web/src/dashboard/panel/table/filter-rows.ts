import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import type { DisplayField } from "../../model/frame/frame.ts";

/** What is searched for, by the column's key: the columns of the next answer may be others. */
export type TableFilters = ReadonlyMap<string, string>;

/** Of a column among its siblings. */
export function keyOf({ name, displayName }: DisplayField): string {
  return `${name} ${displayName}`;
}

export function isFilterable({ settings }: DisplayField): boolean {
  return settings.custom?.["filterable"] === true;
}

/** The rows that show, in each searched column, what is searched for; capitals do not matter. */
export function filterRows(
  order: readonly number[],
  columns: readonly DisplayField[],
  filters: TableFilters,
  context: DisplayContext,
): readonly number[] {
  const searched = columns.flatMap((column) => {
    const text = (filters.get(keyOf(column)) ?? "").trim().toLowerCase();
    return text === "" ? [] : [{ column, text }];
  });
  if (searched.length === 0) return order;
  return order.filter((row) =>
    searched.every(({ column, text }) =>
      displayValue(column.values[row], column, context).line.toLowerCase().includes(text),
    ),
  );
}
