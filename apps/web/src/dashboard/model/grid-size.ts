/** CSS pixels of a row of the grid in usual letters, as `style/tokens.css` has it. @see web-experience 3.5 */
export const GRID_ROW = 34;

/** CSS pixels between panels in usual letters, where nobody chose a wider density. */
export const GRID_GAP = 8;

/** CSS pixels of so many rows in usual letters, with the gaps between them. */
export function heightOfRows(rows: number): number {
  return rows * (GRID_ROW + GRID_GAP) - GRID_GAP;
}
