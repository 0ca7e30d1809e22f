import type { Cell } from "../../model/field/reducer.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { plainCell } from "../../model/frame/trend.ts";

export interface TableSort {
  readonly column: number;
  readonly isDown: boolean;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The order of the rows by one column; what has no value stands last either way. */
export function sortRows(
  columns: readonly DisplayField[],
  rows: number,
  sort: TableSort | undefined,
): readonly number[] {
  const order = Array.from({ length: rows }, (_, row) => row);
  const column = sort === undefined ? undefined : columns[sort.column];
  if (sort === undefined || column === undefined) return order;
  const values = Array.from(column.values, plainCell);
  const sign = sort.isDown ? -1 : 1;
  return order.sort((a, b) => {
    const missing = Number(isMissing(values[a])) - Number(isMissing(values[b]));
    return missing || sign * compare(values[a], values[b]);
  });
}

function compare(a: Cell, b: Cell): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

function isMissing(value: Cell): boolean {
  return value === undefined || (typeof value === "number" && Number.isNaN(value));
}
