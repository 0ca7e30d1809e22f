import { dashboardMessages } from "../../messages.ts";
import { matcherOf } from "../field/matcher.ts";
import { type Cell, reducerName, reduceValues } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import { isObject, type JsonObject, numberOf, objectOf, scalarText, textOf, textsOf } from "../json.ts";
import { column, columnName, columnNamed, type TransformContext, timeColumn, withFields } from "./column.ts";
import { joinByField } from "./join.ts";

/** Adds a field calculated from the others of its row; `undefined` for a mode that is not known. */
export function calculateField(
  frames: readonly Frame[],
  options: JsonObject,
  context: TransformContext,
): Frame[] | undefined {
  const calculate = MODES.get(textOf(options["mode"], "reduceRow"));
  if (calculate === undefined) return undefined;
  return sideBySide(frames, options, context).map((frame) => {
    const result = calculate(frame, options);
    if (result === undefined) {
      context.notice(dashboardMessages.transformation.notCalculated(frame.refId));
      return frame;
    }
    const name = textOf(options["alias"]) || result.name;
    const added = column(name, { type: "number", values: result.values });
    const time = timeColumn(frame);
    if (options["replaceFields"] === true) return withFields(frame, time === undefined ? [added] : [time, added]);
    return { ...frame, fields: [...frame.fields, added] };
  });
}

/** Series are joined by their time first, so that a row has all their values. */
function sideBySide(frames: readonly Frame[], options: JsonObject, context: TransformContext): readonly Frame[] {
  const areSeries = frames.length > 1 && frames.every((frame) => timeColumn(frame) !== undefined);
  return areSeries && options["timeSeries"] !== false ? joinByField(frames, {}, context) : frames;
}

interface Calculated {
  readonly name: string;
  readonly values: readonly Cell[];
}

type Calculate = (frame: Frame, options: JsonObject) => Calculated | undefined;

const MODES: ReadonlyMap<string, Calculate> = new Map<string, Calculate>([
  ["reduceRow", reduceRow],
  ["binary", binary],
  ["unary", unary],
  ["cumulative", cumulative],
  ["index", rowIndex],
]);

function numbersOf(frame: Frame): Field[] {
  return frame.fields.filter(({ type }) => type === "number");
}

function perRow(frame: Frame, value: (row: number) => Cell): Cell[] {
  return Array.from({ length: frame.length }, (_, row) => value(row));
}

function reduceRow(frame: Frame, options: JsonObject): Calculated | undefined {
  const { include, reducer } = objectOf(options["reduce"]);
  const names = textsOf(include);
  const id = textOf(reducer, "sum");
  const fields = numbersOf(frame).filter((field) => names.length === 0 || names.includes(columnName(field)));
  if (fields.length === 0) return undefined;
  return {
    name: reducerName(id),
    values: perRow(frame, (row) =>
      reduceValues(
        id,
        fields.map(({ values }) => values[row]),
      ),
    ),
  };
}

const OPERATORS: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ["+", (left, right) => left + right],
  ["-", (left, right) => left - right],
  ["*", (left, right) => left * right],
  ["/", (left, right) => left / right],
  ["**", (left, right) => left ** right],
  ["%", (left, right) => left % right],
]);

/** A side is a field by name, a number, `{fixed}`, or `{matcher}`, of which each field gets a result: here the first. */
function binary(frame: Frame, options: JsonObject): Calculated | undefined {
  const { left, right, operator } = objectOf(options["binary"]);
  const operate = OPERATORS.get(textOf(operator, "+"));
  const [a, b] = [sideOf(left, frame), sideOf(right, frame)];
  if (operate === undefined || a === undefined || b === undefined) return undefined;
  return {
    name: `${a.name} ${textOf(operator, "+")} ${b.name}`,
    values: perRow(frame, (row) => operate(a.at(row), b.at(row))),
  };
}

interface Side {
  readonly name: string;
  readonly at: (row: number) => number;
}

function sideOf(side: unknown, frame: Frame): Side | undefined {
  const written = isObject(side) ? side["fixed"] : side;
  const text = scalarText(written) ?? "";
  const matcher = isObject(side) && isObject(side["matcher"]) ? side["matcher"] : undefined;
  const field =
    matcher === undefined
      ? columnNamed(frame, text)
      : numbersOf(frame).find((one) =>
          matcherOf({ id: textOf(matcher["id"]), options: matcher["options"] })(one, frame, [frame]),
        );
  if (field !== undefined) return { name: columnName(field), at: (row) => Number(field.values[row] ?? Number.NaN) };
  const number = numberOf(text);
  return number === undefined ? undefined : { name: text, at: () => number };
}

const UNARY: ReadonlyMap<string, (value: number) => number> = new Map([
  ["abs", Math.abs],
  ["exp", Math.exp],
  ["ln", Math.log],
  ["round", Math.round],
  ["floor", Math.floor],
  ["ceil", Math.ceil],
]);

function unary(frame: Frame, options: JsonObject): Calculated | undefined {
  const { operator, fieldName } = objectOf(options["unary"]);
  const operate = UNARY.get(textOf(operator));
  const field = columnNamed(frame, textOf(fieldName));
  if (operate === undefined || field === undefined) return undefined;
  return {
    name: `${textOf(operator)}(${columnName(field)})`,
    values: perRow(frame, (row) => operate(Number(field.values[row] ?? Number.NaN))),
  };
}

/** The sum, or the mean, of the rows so far. */
function cumulative(frame: Frame, options: JsonObject): Calculated | undefined {
  const { field: name, reducer } = objectOf(options["cumulative"]);
  const field = textOf(name) === "" ? numbersOf(frame)[0] : columnNamed(frame, textOf(name));
  if (field === undefined) return undefined;
  let sum = 0;
  const values = perRow(frame, (row) => {
    const value = Number(field.values[row] ?? Number.NaN);
    sum += Number.isNaN(value) ? 0 : value;
    return reducer === "mean" ? sum / (row + 1) : sum;
  });
  return { name: `cumulative ${reducer === "mean" ? "mean" : "sum"}(${columnName(field)})`, values };
}

/** The number of the row from 0, or how far down it is, 0 to 1. */
function rowIndex(frame: Frame, options: JsonObject): Calculated {
  const isShare = objectOf(options["index"])["asPercentile"] === true;
  return { name: "Row", values: perRow(frame, (row) => (isShare ? row / frame.length : row)) };
}
