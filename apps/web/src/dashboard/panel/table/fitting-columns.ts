/** A column as a screen that nobody scrolls sees it. */
interface ColumnRoom {
  /** CSS pixels that its widest cell takes. */
  readonly width: number;
  readonly isNumber: boolean;
  /** Whether it says the same in every row, and so nothing that tells the rows apart. */
  readonly isSame: boolean;
}

interface FittingColumns {
  /** The column that names the rows: it has the room that the others leave. */
  readonly label: number;
  readonly shown: ReadonlySet<number>;
}

/**
 * Which columns of a table stand on a screen that nobody scrolls: what names the rows first, then numbers,
 * then other texts, and last what is the same in every row.
 *
 * @param available - CSS pixels for all columns
 * @param leastLabel - CSS pixels that the column that names the rows keeps, if its texts need as much; half of them
 * beside a single number, for names alone say nothing
 */
export function fittingColumns(columns: readonly ColumnRoom[], available: number, leastLabel: number): FittingColumns {
  const naming = columns.findIndex(({ isNumber, isSame }) => !isNumber && !isSame);
  const label = Math.max(0, naming);
  const worth = ({ isNumber, isSame }: ColumnRoom) => (isNumber ? 0 : isSame ? 2 : 1);
  const others = [...columns.entries()]
    .filter(([at]) => at !== label)
    .sort(([, one], [, other]) => worth(one) - worth(other));
  let room = available - Math.min(columns[label]?.width ?? 0, leastLabel);
  const shown = new Set([label]);
  for (const [at, { width }] of others) {
    if (width > room) continue;
    room -= width;
    shown.add(at);
  }
  const [first] = others;
  const rest = available - Math.min(columns[label]?.width ?? 0, leastLabel / 2);
  if (shown.size === 1 && first?.[1].isNumber && first[1].width <= rest) shown.add(first[0]);
  return { label, shown };
}
