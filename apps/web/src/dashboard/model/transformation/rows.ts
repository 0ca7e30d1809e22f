import type { Cell } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import { plainCell } from "../frame/trend.ts";
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from "../json.ts";
import { readPattern } from "../pattern.ts";
import { columnNamed, pickRows, rowNumbers } from "./column.ts";

const collator = new Intl.Collator("en", { numeric: true });

/** Orders the rows by a field; rows without a value come last. */
export function sortBy(frames: readonly Frame[], options: JsonObject): Frame[] {
  const [sort] = objectsOf(options["sort"]);
  return frames.map((frame) => {
    const field = sort === undefined ? undefined : columnNamed(frame, textOf(sort["field"]));
    if (field === undefined) return frame;
    const direction = sort?.["desc"] === true ? -1 : 1;
    const cells = Array.from(field.values, plainCell);
    const rows = rowNumbers(frame).toSorted((a, b) => compareCells(cells[a], cells[b], direction));
    return pickRows(frame, rows);
  });
}

/** @param direction - 1 rising, -1 falling */
function compareCells(a: Cell, b: Cell, direction: number): number {
  const isMissing = (cell: Cell) => cell === undefined || Number.isNaN(cell);
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
  const order =
    typeof a === "string" || typeof b === "string" ? collator.compare(String(a), String(b)) : compareNumbers(a, b);
  return order * direction;
}

/** Infinite numbers have no difference. */
function compareNumbers(a: Cell, b: Cell): number {
  const [left, right] = [Number(a), Number(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function limit(frames: readonly Frame[], options: JsonObject): Frame[] {
  const most = numberOf(options["limitField"]) ?? 10;
  return frames.map((frame) =>
    frame.length <= most ? frame : pickRows(frame, rowNumbers(frame).slice(0, Math.max(0, most))),
  );
}

/** Keeps (or leaves out) the rows whose values fit all (or any) of the filters. */
export function filterByValue(frames: readonly Frame[], options: JsonObject): Frame[] {
  const filters = objectsOf(options["filters"]);
  const isAny = options["match"] === "any";
  const isExclusion = options["type"] === "exclude";
  return frames.map((frame) => {
    const tests = filters.flatMap((filter) => {
      const field = columnNamed(frame, textOf(filter["fieldName"]));
      return field === undefined ? [] : [testOf(field, objectOf(filter["config"]))];
    });
    if (tests.length === 0) return frame;
    const fits = (row: number) => (isAny ? tests.some((test) => test(row)) : tests.every((test) => test(row)));
    return pickRows(
      frame,
      rowNumbers(frame).filter((row) => fits(row) !== isExclusion),
    );
  });
}

function testOf(field: Field, config: JsonObject): (row: number) => boolean {
  const options = objectOf(config["options"]);
  const test = VALUE_TESTS.get(textOf(config["id"]))?.(options);
  return (row) => test?.(plainCell(field.values[row])) ?? true;
}

type CellTest = (cell: Cell) => boolean;

const isNothing = (cell: Cell) => cell === undefined || Number.isNaN(cell);

function compared(fits: (number: number, value: number) => boolean): (options: JsonObject) => CellTest {
  return ({ value }) => {
    const against = numberOf(value) ?? Number.NaN;
    return (cell) => !isNothing(cell) && fits(Number(cell), against);
  };
}

const VALUE_TESTS: ReadonlyMap<string, (options: JsonObject) => CellTest> = new Map<
  string,
  (options: JsonObject) => CellTest
>([
  ["greater", compared((number, value) => number > value)],
  ["greaterOrEqual", compared((number, value) => number >= value)],
  ["lower", compared((number, value) => number < value)],
  ["lowerOrEqual", compared((number, value) => number <= value)],
  [
    "equal",
    ({ value }) =>
      (cell) =>
        !isNothing(cell) && String(cell) === String(value),
  ],
  [
    "notEqual",
    ({ value }) =>
      (cell) =>
        String(cell) !== String(value),
  ],
  ["isNull", () => isNothing],
  ["isNotNull", () => (cell) => !isNothing(cell)],
  [
    "between",
    ({ from, to }) =>
      (cell) =>
        !isNothing(cell) && Number(cell) >= (numberOf(from) ?? 0) && Number(cell) <= (numberOf(to) ?? 0),
  ],
  [
    "substring",
    ({ value }) =>
      (cell) =>
        String(cell ?? "")
          .toLowerCase()
          .includes(textOf(value).toLowerCase()),
  ],
  [
    "notSubstring",
    ({ value }) =>
      (cell) =>
        !String(cell ?? "")
          .toLowerCase()
          .includes(textOf(value).toLowerCase()),
  ],
  ["regex", ({ value }) => fitsPattern(textOf(value))],
]);

function fitsPattern(source: string): CellTest {
  const pattern = readPattern(source);
  return (cell) => pattern !== undefined && String(cell ?? "").search(pattern) >= 0;
}
