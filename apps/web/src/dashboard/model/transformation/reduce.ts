import { dashboardMessages } from "../../messages.ts";
import { reducerName, reduceValues } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import { type JsonObject, objectOf, textOf, textsOf } from "../json.ts";
import { column, columnName, columnNamed, emptyCell, rowNumbers, type TransformContext, withFields } from "./column.ts";

const texts = dashboardMessages.transformation;

/** Names that documents know reduced columns by, where these differ from the words of a legend. */
const COLUMN_NAMES: ReadonlyMap<string, string> = new Map([
  ["lastNotNull", "Last *"],
  ["firstNotNull", "First *"],
  ["allIsZero", "All Zeros"],
  ["allIsNull", "All Nulls"],
  ["changeCount", "Change Count"],
  ["distinctCount", "Distinct Count"],
  ["diffperc", "Difference percent"],
  ["uniqueValues", "All unique values"],
]);

function reducedName(id: string): string {
  return COLUMN_NAMES.get(id) ?? reducerName(id);
}

/** Makes one value of each field: a table with a row for each, or frames of one row. */
export function reduce(frames: readonly Frame[], options: JsonObject): Frame[] {
  const asked = textsOf(options["reducers"]);
  const reducers = asked.length === 0 ? ["max"] : asked;
  return options["mode"] === "reduceFields"
    ? frames.map((frame) => reducedFields(frame, reducers, options["includeTimeField"] === true))
    : [reducedRows(frames, reducers, options)];
}

function reducedFields(frame: Frame, reducers: readonly string[], isTimeIncluded: boolean): Frame {
  const fields = frame.fields.filter(({ type }) => type === "number" || (isTimeIncluded && type === "time"));
  return withFields(
    frame,
    fields.flatMap((field) =>
      reducers.map((id) => {
        const name = reducers.length > 1 ? `${field.name} ${reducedName(id)}` : field.name;
        return column(name, { type: field.type, values: [reduceValues(id, field.values)], from: field });
      }),
    ),
  );
}

function reducedRows(frames: readonly Frame[], reducers: readonly string[], options: JsonObject): Frame {
  const isTimeIncluded = options["includeTimeField"] === true;
  const fields = frames.flatMap((frame) => frame.fields).filter(({ type }) => type !== "time" || isTimeIncluded);
  const labels =
    options["labelsToFields"] === true ? [...new Set(fields.flatMap((field) => Object.keys(field.labels)))] : [];
  const columns = [
    column("Field", { type: "string", values: fields.map(columnName) }),
    ...labels.map((label) => column(label, { type: "string", values: fields.map((field) => field.labels[label]) })),
    ...reducers.map((id) => {
      const values = fields.map((field) => reduceValues(id, field.values));
      const isText = values.some((value) => typeof value === "string");
      return column(reducedName(id), { type: isText ? "string" : "number", values });
    }),
  ];
  return { refId: frames[0]?.refId ?? "", name: "", fields: columns, length: fields.length };
}

/** Rows with the same values of some fields become one; other fields are reduced, as `Value (mean)`. */
export function groupBy(frames: readonly Frame[], options: JsonObject, context: TransformContext): Frame[] {
  const rules = objectOf(options["fields"]);
  return frames.flatMap((frame) => {
    const keys = frame.fields.filter((field) => ruleOf(rules, field)["operation"] === "groupby");
    if (keys.length === 0) {
      context.notice(texts.notGrouped(frame.refId));
      return [];
    }
    const groups = groupRows(frame, keys);
    const fields = [
      ...keys.map((field) =>
        column(field.name, { type: field.type, values: groups.map(([row = 0]) => field.values[row]), from: field }),
      ),
      ...frame.fields.flatMap((field) => aggregated(field, groups, ruleOf(rules, field))),
    ];
    return [withFields(frame, fields)];
  });
}

function ruleOf(rules: JsonObject, field: Field): JsonObject {
  return objectOf(rules[columnName(field)] ?? rules[field.name]);
}

function groupRows(frame: Frame, keys: readonly Field[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const row of rowNumbers(frame)) {
    const key = JSON.stringify(keys.map(({ values }) => String(values[row])));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function aggregated(field: Field, groups: readonly (readonly number[])[], rule: JsonObject): Field[] {
  if (rule["operation"] !== "aggregate") return [];
  return textsOf(rule["aggregations"]).map((id) => {
    const values = groups.map((rows) =>
      reduceValues(
        id,
        rows.map((row) => field.values[row]),
      ),
    );
    const type = field.type === "string" && id === "count" ? "number" : field.type;
    return column(`${columnName(field)} (${id})`, { type, values });
  });
}

/** A table of two fields against each other, with the values of a third in its cells, and `emptyValue` where none is. */
export function groupingToMatrix(frames: readonly Frame[], options: JsonObject, context: TransformContext): Frame[] {
  const named = (frame: Frame, key: string, usual: string) => columnNamed(frame, textOf(options[key], usual));
  const empty = emptyCell(options["emptyValue"]);
  return frames.map((frame) => {
    const columnField = named(frame, "columnField", "Time");
    const rowField = named(frame, "rowField", "Time");
    const valueField = named(frame, "valueField", "Value");
    if (columnField === undefined || rowField === undefined || valueField === undefined) {
      context.notice(texts.noMatrix(frame.refId));
      return frame;
    }
    const heads = [...new Set(Array.from(columnField.values))];
    const rows = [...new Set(Array.from(rowField.values))];
    const cells = new Map(
      rowNumbers(frame).map((row) => [
        JSON.stringify([String(rowField.values[row]), String(columnField.values[row])]),
        valueField.values[row],
      ]),
    );
    if (cells.size < frame.length) context.notice(texts.equalCells);
    const fields = heads.map((head) => {
      const values = rows.map((row) => cells.get(JSON.stringify([String(row), String(head)])) ?? empty);
      return column(String(head), { type: valueField.type, values });
    });
    const corner = column(`${columnName(rowField)}\\${columnName(columnField)}`, { type: rowField.type, values: rows });
    return withFields(frame, [corner, ...fields]);
  });
}
