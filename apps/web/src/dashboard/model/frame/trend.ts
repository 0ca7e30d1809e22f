import type { Cell } from "../field/reducer.ts";

/** A whole series in one cell of a table, and the number that stands for it. */
export interface Trend {
  /** `NaN` where the series has no value. */
  readonly value: number;
  /** Milliseconds since 1970, rising. */
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export function isTrend(cell: unknown): cell is Trend {
  return typeof cell === "object" && cell !== null && "times" in cell;
}

/** What a cell is sorted, compared and written by. */
export function plainCell(cell: Cell): Exclude<Cell, Trend> {
  return isTrend(cell) ? cell.value : cell;
}
