import { useEffect, useRef, useState } from "react";
import "./field.css";

interface Selectable {
  readonly uid: string;
}

export interface Selection<Row extends Selectable> {
  /** By uid. */
  readonly selected: ReadonlyMap<string, Row>;
  readonly select: (rows: readonly Row[], isSelected: boolean) => void;
  readonly clear: () => void;
  /** Rows that are not there any more. */
  readonly forget: (uids: readonly string[]) => void;
}

const SELECT_ALL = "main .v-cell-select input, main [data-select]";

/** Rows of a list, also of its other pages. */
export function useSelection<Row extends Selectable>(): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const select = (rows: readonly Row[], isSelected: boolean) =>
    setSelected((now) => {
      const others = [...now.values()].filter(({ uid }) => rows.every((row) => row.uid !== uid));
      return new Map([...others, ...(isSelected ? rows : [])].map((row) => [row.uid, row]));
    });
  const wasSelecting = useRef(false);
  useEffect(() => {
    // The bar whose button was pressed has gone with the selection.
    const isLost = wasSelecting.current && selected.size === 0 && document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>(SELECT_ALL)?.focus();
    wasSelecting.current = selected.size > 0;
  }, [selected]);
  const forget = (uids: readonly string[]) =>
    setSelected((now) => new Map([...now].filter(([uid]) => !uids.includes(uid))));
  return { selected, select, forget, clear: () => setSelected(new Map()) };
}

interface SelectionProps<Row extends Selectable> {
  /** The accessible name. */
  readonly label: string;
  readonly selection: Selection<Row>;
}

/** Chooses all rows of a page, in the head of its table. */
export function SelectRows<Row extends Selectable>({
  label,
  selection: { selected, select },
  rows,
}: SelectionProps<Row> & { readonly rows: readonly Row[] }) {
  return (
    <th scope="col" className="v-cell-select">
      <input
        type="checkbox"
        className="v-check"
        aria-label={label}
        checked={rows.length > 0 && rows.every(({ uid }) => selected.has(uid))}
        onChange={({ target }) => select(rows, target.checked)}
      />
    </th>
  );
}

interface SelectRowProps<Row extends Selectable> extends SelectionProps<Row> {
  readonly row: Row;
}

/** Chooses one row; the key x presses it. */
export function SelectRow<Row extends Selectable>(props: SelectRowProps<Row>) {
  return (
    <td className="v-cell-select">
      <SelectCard {...props} />
    </td>
  );
}

/** As {@link SelectRow}, where rows are cards. */
export function SelectCard<Row extends Selectable>({ label, selection, row }: SelectRowProps<Row>) {
  return (
    <input
      type="checkbox"
      className="v-check"
      data-select
      aria-label={label}
      checked={selection.selected.has(row.uid)}
      onChange={({ target }) => selection.select([row], target.checked)}
    />
  );
}
