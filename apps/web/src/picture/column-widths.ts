interface Column {
  readonly x: number;
  readonly width: number;
}

/** Narrower columns say nothing. */
const LEAST = 48;

/**
 * Divides a width among columns: each as wide as it wishes when there is room, the widest giving way when there is
 * not. Columns at the end that would be too narrow are left out.
 */
export function columnWidths(wished: readonly number[], width: number): readonly Column[] {
  const shown = wished.slice(0, Math.max(1, Math.floor(width / LEAST)));
  const most = widthThatFits(shown, width);
  const narrowed = shown.map((one) => Math.min(one, most));
  const spare = Math.max(0, width - narrowed.reduce((sum, one) => sum + one, 0)) / Math.max(1, shown.length);
  let x = 0;
  return narrowed.map((one) => {
    const column = { x, width: one + spare };
    x += column.width;
    return column;
  });
}

/** The width above which columns are cut, so that all of them fit. */
function widthThatFits(wished: readonly number[], width: number): number {
  let left = width;
  const rising = wished.toSorted((one, other) => one - other);
  for (const [at, one] of rising.entries()) {
    const share = left / (rising.length - at);
    if (one > share) return share;
    left -= one;
  }
  return width;
}
