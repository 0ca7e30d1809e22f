import type { Field, Frame } from "../frame/frame.ts";
import type { JsonObject } from "../json.ts";
import { column, columnName, rowNumbers, withFields } from "./column.ts";
import { type Told, toldSettings, type Use, useOf } from "./told-settings.ts";

/**
 * Makes a field of every row: one field has the names, one the values, others tell settings such as `max`, and what is
 * left become labels. `mappings` says which is what; else the names are the first texts and the values the first numbers.
 */
export function rowsToFields(frames: readonly Frame[], options: JsonObject): Frame[] {
  return frames.map((frame) => {
    const uses = frame.fields.map((field) => ({ field, use: useOf([columnName(field), field.name], options) }));
    const names = chosen(uses, "field.name", "string");
    const values = chosen(uses, "field.value", "number");
    if (names === undefined || values === undefined) return frame;
    const others = uses.filter(({ field }) => field !== names && field !== values);
    return {
      ...withFields(
        frame,
        rowNumbers(frame).map((row) => fieldOf(row, { names, values, others })),
      ),
      length: 1,
    };
  });
}

interface UsedField {
  readonly field: Field;
  readonly use: Use;
}

function chosen(uses: readonly UsedField[], key: string, type: Field["type"]): Field | undefined {
  const found = uses.find(({ use }) => use.key === key);
  return (found ?? uses.find(({ field, use }) => use.key === undefined && field.type === type))?.field;
}

interface Row {
  readonly names: Field;
  readonly values: Field;
  readonly others: readonly UsedField[];
}

function fieldOf(row: number, { names, values, others }: Row): Field {
  const told = others.flatMap(({ field, use }): Told[] => {
    const value = field.values[row];
    return use.key === undefined ? [] : [{ key: use.key, value, all: [value], more: use.more }];
  });
  const labels = others
    .filter(({ field, use }) => use.key === "field.label" || (use.key === undefined && field.type !== "time"))
    .map(({ field }) => [columnName(field), String(field.values[row] ?? "")]);
  const { displayName: _, displayNameFromDS: __, ...settings } = values.settings;
  return {
    ...column(String(names.values[row] ?? ""), { type: values.type, values: [values.values[row]] }),
    labels: Object.fromEntries(labels),
    settings: { ...settings, ...toldSettings(told) },
  };
}
