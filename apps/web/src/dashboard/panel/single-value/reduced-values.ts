import type { Panel } from "../../model/dashboard-document.ts";
import { type Cell, reduceValues } from "../../model/field/reducer.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { flagOf, type JsonObject, numberOf, objectOf, textOf, textsOf } from "../../model/json.ts";
import { readPattern } from "../../model/pattern.ts";
import { MOST_VALUES } from "../rendered-limits.ts";

/** One value that a panel shows large. */
export interface ReducedValue {
  /** Unique in the panel. */
  readonly key: string;
  readonly name: string;
  readonly value: Cell;
  readonly field: DisplayField;
  /** The times beside the field's values, where there are some. */
  readonly time: DisplayField | undefined;
  /** The columns beside it, and its row there; -1 for a value of many rows. */
  readonly columns: readonly DisplayField[];
  readonly row: number;
}

/** How many values a panel shows at most: its own limit is one of rows, and without `values` no rows are shown. */
export function mostValues(options: JsonObject): number {
  const { values, limit } = objectOf(options["reduceOptions"]);
  return (flagOf(values, false) ? numberOf(limit) : undefined) ?? MOST_VALUES;
}

/** How many values there are before the panel's limit. */
export function countValues(frames: readonly DisplayFrame[], options: JsonObject): number {
  const { calcs, values, fields } = objectOf(options["reduceOptions"]);
  const isWanted = fieldFilter(textOf(fields));
  const counts = frames.map((frame) => {
    const wanted = frame.fields.filter(isWanted).length;
    return flagOf(values, false) ? wanted * frame.length : wanted * Math.max(1, textsOf(calcs).length);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The values of a panel by its `reduceOptions`: one of each field, or with `values` one of each row. */
export function reducedValues(frames: readonly DisplayFrame[], options: JsonObject): ReducedValue[] {
  const { calcs, values, fields } = objectOf(options["reduceOptions"]);
  const isWanted = fieldFilter(textOf(fields));
  const found = frames.flatMap((frame) => {
    const time = frame.fields.find(({ type }) => type === "time");
    return frame.fields.filter(isWanted).map((field) => ({ frame, field, time }));
  });
  if (flagOf(values, false)) {
    return found
      .flatMap(({ frame, field, time }, at) => rowsOf(frame, { field, time, key: String(at) }))
      .slice(0, mostValues(options));
  }
  const asked = textsOf(calcs);
  const reducers = asked.length === 0 ? ["lastNotNull"] : asked;
  return found
    .flatMap(({ frame, field, time }, at) =>
      reducers.map((calc) => {
        const value = reduceValues(calc, Array.from(field.values));
        return {
          key: reducers.length === 1 ? String(at) : `${at} ${calc}`,
          name: field.displayName.replaceAll(CALC, () => calc),
          value,
          ...{ field, time, columns: frame.fields },
          row: OF_ONE_ROW.has(calc) ? lastRowOf(field, value) : -1,
        };
      }),
    )
    .slice(0, mostValues(options));
}

/** Calculations whose value is that of a row. */
const OF_ONE_ROW: ReadonlySet<string> = new Set(["lastNotNull", "last", "firstNotNull", "first", "min", "max"]);

function lastRowOf({ values }: DisplayField, value: Cell): number {
  return Array.from(values).findLastIndex((one) => Object.is(one, value));
}

/** In a name: the calculation that a value comes from. */
const CALC = /\$\{__calc\}/g;

/** Empty: all numbers; a name or `/pattern/`: those, whatever their type. */
function fieldFilter(fields: string): (field: DisplayField) => boolean {
  if (fields === "") return ({ type }) => type === "number";
  const pattern = fields.startsWith("/") ? readPattern(fields) : undefined;
  return ({ displayName, name }) => pattern?.test(displayName) ?? (displayName === fields || name === fields);
}

/** Each row of a table is a value, called by its texts. */
function rowsOf(
  frame: DisplayFrame,
  { field, time, key }: Pick<ReducedValue, "field" | "time" | "key">,
): ReducedValue[] {
  const texts = frame.fields.filter((other) => other.type === "string" && other !== field);
  return Array.from({ length: frame.length }, (_, row) => {
    const name = texts
      .map(({ values }) => String(values[row] ?? ""))
      .filter((text) => text !== "")
      .join(" ");
    return {
      key: `${key} ${row}`,
      name: name || field.displayName,
      value: field.values[row],
      field,
      time,
      columns: frame.fields,
      row,
    };
  });
}

/** Whether a panel with one value shows its name: the document gives it one, and no title stands above it. */
export function isNamedAlone({ fieldConfig: { defaults, overrides } }: Pick<Panel, "fieldConfig">, title: string) {
  if (title.trim() !== "") return false;
  const isOverridden = overrides.some(({ properties }) => properties.some(({ id }) => id === "displayName"));
  return isOverridden || (defaults.displayName ?? "") !== "";
}

/** The range of a field: its own limits, else those of its values and of the others shown beside it. */
export function rangeOf(own: DisplayField, all: readonly ReducedValue[]): { min: number; max: number } {
  const { settings } = own;
  const beside = settings.fieldMinMax === true ? all.filter(({ field }) => field === own) : all;
  const numbers = beside.flatMap(({ value, field }) => [
    ...(typeof value === "number" && Number.isFinite(value) ? [value] : []),
    ...(field.settings.thresholds?.steps ?? []).map(({ from }) => from).filter(Number.isFinite),
  ]);
  const isShare = settings.unit === "percent" || settings.unit === "percentunit";
  const usual = settings.unit === "percentunit" ? 1 : 100;
  const max = settings.max ?? (isShare ? usual : Math.max(0, ...numbers));
  const min = settings.min ?? Math.min(0, ...numbers);
  return { min, max: max > min ? max : min + 1 };
}
