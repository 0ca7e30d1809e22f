import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { DisplayField } from "../../model/frame/frame.ts";
import { fittingColumns } from "./fitting-columns.ts";

/** What a column is on a wall: `label` has the room that the others leave, `out` finds none. */
export type ColumnPlace = "label" | "out" | undefined;

interface WallFit {
  /** Of each column. */
  readonly places: readonly ColumnPlace[];
  /** CSS pixels up to the end of the last row that is seen whole. */
  readonly height: number;
  readonly rows: number;
}

interface Room {
  readonly columns: readonly DisplayField[];
  /** How many there are. */
  readonly rows: number;
  /** CSS pixels. */
  readonly height: number;
  /** CSS pixels of the line that says what is not shown. */
  readonly noteHeight: number;
  readonly isWall: boolean;
}

/** Of its texts, in em, what the column that names the rows keeps beside however many others. */
const LEAST_LABEL = 11;

/** Where nobody can scroll, a table has the columns that fit and ends with the last row that is seen whole. */
export function useWallFit({ columns, rows, height, noteHeight, isWall }: Room) {
  const scroller = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState<WallFit>();
  // After each drawing, for a row is as high, and a column as wide, as what stands in it.
  useLayoutEffect(() => {
    const table = isWall ? scroller.current?.querySelector("table") : undefined;
    if (table == null) return;
    const places = placesOf(table, columns, rows);
    const next = { places, ...wholeRows(table, { rows, height, noteHeight, isNoted: places.includes("out") }) };
    setFit((last) => (isSameFit(last, next) ? last : next));
  });
  if (!isWall || fit === undefined) return unfitted(scroller, height);
  const left = { rows: rows - fit.rows, columns: fit.places.filter((place) => place === "out").length };
  return { scroller, height: fit.height, places: fit.places, left };
}

function unfitted(scroller: RefObject<HTMLDivElement | null>, height: number) {
  const places: readonly ColumnPlace[] = [];
  return { scroller, height, places, left: { rows: 0, columns: 0 } };
}

function placesOf(table: HTMLTableElement, columns: readonly DisplayField[], rows: number): readonly ColumnPlace[] {
  // Nothing is painted in between: for a moment every column is as wide as it wants to be.
  table.dataset["measured"] = "";
  const cells = [...(table.rows.item(0)?.cells ?? [])];
  const widths = cells.map(({ offsetWidth }) => offsetWidth);
  delete table.dataset["measured"];
  const em = Number.parseFloat(getComputedStyle(table).fontSize);
  const room = columns.map((column, at) => ({
    width: widths[at] ?? 0,
    isNumber: column.type === "number",
    isSame: isSame(column, rows),
  }));
  const { label, shown } = fittingColumns(room, table.parentElement?.clientWidth ?? 0, LEAST_LABEL * em);
  return columns.map((_, at) => (at === label ? "label" : shown.has(at) ? undefined : "out"));
}

/** Of a single row, only its time tells nothing. */
function isSame({ type, values }: DisplayField, rows: number): boolean {
  return rows < 2 ? type === "time" : Array.from(values).every((value) => value === values[0]);
}

function wholeRows(
  table: HTMLTableElement,
  { rows, height, noteHeight, isNoted }: Pick<Room, "rows" | "height" | "noteHeight"> & { readonly isNoted: boolean },
) {
  const foot = table.tFoot?.offsetHeight ?? 0;
  const drawn = [...table.querySelectorAll<HTMLElement>("tbody > tr:not([aria-hidden])")];
  // Without the line that the next row begins with.
  const ends = drawn.map((row) => row.offsetTop + row.offsetHeight - 1);
  const within = (room: number) => ends.filter((end) => end + foot <= room).length;
  const isWhole = !isNoted && within(height) >= rows;
  const whole = within(isWhole ? height : height - noteHeight);
  return { height: (ends[whole - 1] ?? 0) + foot, rows: whole };
}

function isSameFit(last: WallFit | undefined, next: WallFit): boolean {
  return (
    last?.height === next.height &&
    last.rows === next.rows &&
    last.places.length === next.places.length &&
    last.places.every((place, at) => place === next.places[at])
  );
}
