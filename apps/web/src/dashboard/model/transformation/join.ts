import { dashboardMessages } from "../../messages.ts";
import type { Cell } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import { type JsonObject, textOf } from "../json.ts";
import { column, columnNamed, isMissing, type TransformContext, timeColumn, withUniqueNames } from "./column.ts";

const texts = dashboardMessages.transformation;

/**
 * Joins frames by the value of a field, the time unless `byField` names one.
 *
 * - `inner` and `outerTabular` join as SQL does: every row of a frame with every matching row of the next. `outerTabular`
 *   adds the rows without a match.
 * - `outer`, the default, has one row for each value, as series need it. Of several rows with the same value it has the
 *   last, which the panel notes.
 */
export function joinByField(frames: readonly Frame[], options: JsonObject, context: TransformContext): Frame[] {
  if (frames.length < 2) return [...frames];
  const name = textOf(options["byField"]);
  const parts = frames.flatMap((frame): Part[] => {
    const key = name === "" ? timeColumn(frame) : columnNamed(frame, name);
    return key === undefined ? [] : [{ frame, key }];
  });
  const [first] = parts;
  if (first === undefined) {
    context.notice(texts.noJoinField(name));
    return [...frames];
  }
  const isInner = options["mode"] === "inner";
  const without = frames.filter((frame) => parts.every((part) => part.frame !== frame)).map(({ refId }) => refId);
  if (without.length > 0) {
    const queries = [...new Set(without)].join(", ");
    context.notice(isInner ? texts.emptyInnerJoin(name, queries) : texts.notJoined(name, queries));
  }
  const isTabular = isInner || options["mode"] === "outerTabular";
  const lines =
    isInner && without.length > 0 ? [] : isTabular ? tabular(parts, isInner, context) : aligned(parts, context);
  return [joined(parts, lines)];
}

interface Part {
  readonly frame: Frame;
  readonly key: Field;
}

/** One row of the result: the row of each part that it is made of. */
type Line = readonly (number | undefined)[];

/** Equal values on both sides multiply, so that a join by a constant would not end. */
const MOST_LINES = 200_000;

function tabular(parts: readonly Part[], isInner: boolean, context: TransformContext): readonly Line[] {
  const [first, ...others] = parts;
  let lines: Line[] = Array.from({ length: first?.key.values.length ?? 0 }, (_, row) => [row]);
  others.forEach(({ key }, at) => {
    const before = parts.slice(0, at + 1);
    const rows = Map.groupBy(
      Array.from({ length: key.values.length }, (_, row) => row),
      (row) => key.values[row],
    );
    const found = lines.map((line) => rowsFor(keyOf(line, before), rows));
    const matched = matchedLines(lines, found);
    const used = new Set(lines.flatMap((line, index) => (found[index] === undefined ? [] : [keyOf(line, before)])));
    const left = lines.flatMap((line, index): Line[] => (found[index] === undefined ? [[...line, undefined]] : []));
    const right = [...rows].flatMap(([value, some]) =>
      used.has(value) ? [] : some.map((row): Line => [...before.map(() => undefined), row]),
    );
    lines = isInner ? matched : [...matched, ...left, ...right];
    if (lines.length <= MOST_LINES) return;
    context.notice(texts.joinCut(MOST_LINES));
    lines = lines.slice(0, MOST_LINES);
  });
  return lines;
}

/** One line more than there may be at most, so that the rest is known to be missing. */
function matchedLines(lines: readonly Line[], found: readonly (readonly number[] | undefined)[]): Line[] {
  const matched: Line[] = [];
  for (const [index, line] of lines.entries()) {
    for (const row of found[index] ?? []) {
      matched.push([...line, row]);
      if (matched.length > MOST_LINES) return matched;
    }
  }
  return matched;
}

/** What is missing equals nothing, as in SQL. */
function rowsFor(key: Cell, rows: ReadonlyMap<Cell, readonly number[]>): readonly number[] | undefined {
  return isMissing(key) ? undefined : rows.get(key);
}

function keyOf(line: Line, parts: readonly Part[]): Cell {
  const at = line.findIndex((row) => row !== undefined);
  return parts[at]?.key.values[line[at] ?? 0];
}

function aligned(parts: readonly Part[], context: TransformContext): readonly Line[] {
  const [first] = parts;
  if (first === undefined) return [];
  const isSorted = first.key.type !== "string";
  if (parts.every(({ key }) => hasSameValues(key, first.key))) {
    const rows = Array.from({ length: first.key.values.length }, (_, row) => row);
    const order = isSorted ? rows.toSorted((a, b) => Number(first.key.values[a]) - Number(first.key.values[b])) : rows;
    return order.map((row) => parts.map(() => row));
  }
  const rows = parts.map(({ key }) => new Map(Array.from(key.values, (value, row) => [value, row])));
  const lost = parts.filter(({ key }, at) => (rows[at]?.size ?? 0) < key.values.length).map(({ frame }) => frame.refId);
  if (lost.length > 0) context.notice(texts.equalRows([...new Set(lost)].join(", ")));
  const values = [...new Set(rows.flatMap((one) => [...one.keys()]))];
  const order = isSorted ? values.toSorted((a, b) => Number(a) - Number(b)) : values;
  return order.map((value) => rows.map((one) => one.get(value)));
}

function hasSameValues({ values }: Field, other: Field): boolean {
  return (
    values === other.values ||
    (values.length === other.values.length &&
      Array.from(values).every((value, at) => Object.is(value, other.values[at])))
  );
}

function joined(parts: readonly Part[], lines: readonly Line[]): Frame {
  const key = parts[0]?.key;
  const keyValues = lines.map((line) => keyOf(line, parts));
  const keys = key === undefined ? [] : [column(key.name, { type: key.type, values: keyValues, from: key })];
  const others = parts.flatMap(({ frame, key: own }, at) =>
    frame.fields
      .filter((field) => field !== own)
      .map((field) => {
        const values = lines.map((line) => {
          const row = line[at];
          return row === undefined ? undefined : field.values[row];
        });
        return column(field.name, { type: field.type, values, from: field });
      }),
  );
  const fields = withUniqueNames([...keys, ...others]);
  return { refId: parts[0]?.frame.refId ?? "", name: "", fields, length: lines.length };
}
