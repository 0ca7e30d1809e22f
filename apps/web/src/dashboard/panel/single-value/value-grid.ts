import type { Size } from "../../view/use-size.ts";

export interface ValueGrid {
  readonly columns: number;
  readonly rows: number;
}

/** Divides a panel among values so that each gets as much room as possible, in the asked direction. */
export function valueGrid(count: number, size: Size, orientation: string): ValueGrid {
  if (orientation === "horizontal") return { columns: 1, rows: Math.max(1, count) };
  if (orientation === "vertical") return { columns: Math.max(1, count), rows: 1 };
  return bestGrid(count, size);
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
