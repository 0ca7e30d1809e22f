import type { GridPos } from "../dashboard-document.ts";
import { GRID_COLUMNS } from "../read-panel.ts";

const HALF = GRID_COLUMNS / 2;

/**
 * How many columns each place takes where a screen has half of them, so that four panels side by side stand in two lines.
 * The last of a line takes what is left of it when the next one has no room, or when it reached the edge of the whole grid:
 * a panel alone in a line is as wide as the screen.
 *
 * @param places - in reading order
 * @returns 1 to 12 for each place
 */
export function halfColumns(places: readonly GridPos[]): readonly number[] {
  const spans = places.map(({ w }) => Math.min(HALF, w));
  let filled = 0;
  for (const [at, { x, y, w }] of places.entries()) {
    filled += spans[at] ?? 0;
    const next = places[at + 1];
    const isLast = next === undefined || next.y > y;
    const isFull = filled + (spans[at + 1] ?? 0) > HALF;
    if (isFull || (isLast && x + w === GRID_COLUMNS)) {
      spans[at] = (spans[at] ?? 0) + HALF - filled;
      filled = 0;
    }
  }
  return spans;
}
