import type { CSSProperties } from "react";
import type { Size } from "../../view/use-size.ts";

export interface ValueGrid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Divides a panel among values so that each gets as much room as possible, in the asked direction.
 *
 * @param least - width of a column in CSS pixels where no direction is asked for: rather there are more rows
 */
export function valueGrid(count: number, size: Size, orientation: string, least = 0): ValueGrid {
  if (orientation === "horizontal") return { columns: 1, rows: Math.max(1, count) };
  if (orientation === "vertical") return { columns: Math.max(1, count), rows: 1 };
  const best = bestGrid(count, size);
  const columns = Math.max(1, Math.min(best.columns, Math.floor(size.width / Math.max(1, least))));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
}

/** @param least - height of a row in CSS pixels; rows that have no room with it are scrolled to */
export function gridStyle({ columns, rows }: ValueGrid, least: number): CSSProperties {
  return {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(${least}px, 1fr))`,
  };
}

/** What one value has to itself, in CSS pixels. */
export function cellSize({ columns, rows }: ValueGrid, { width, height }: Size, least: number): Size {
  return { width: Math.floor(width / columns), height: Math.max(least, Math.floor(height / rows)) };
}

/** Values are wider than high: cells of 2 to 1 are best. */
function bestGrid(count: number, { width, height }: Size): ValueGrid {
  let best: ValueGrid = { columns: 1, rows: Math.max(1, count) };
  let bestRoom = 0;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const room = Math.min(width / columns / 2, height / rows);
    if (room >= bestRoom) {
      best = { columns, rows };
      bestRoom = room;
    }
  }
  return best;
}
