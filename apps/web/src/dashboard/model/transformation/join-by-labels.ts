import { dashboardMessages } from "../../messages.ts";
import type { Cell } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import { type JsonObject, textOf, textsOf } from "../json.ts";
import { column, type TransformContext, withUniqueNames } from "./column.ts";

const texts = dashboardMessages.transformation;

/**
 * One table of series: a row for each set of labels, a column for each value of the label `value`. `join` names the
 * labels that make a row, all others unless given. Times are left out.
 */
export function joinByLabels(frames: readonly Frame[], options: JsonObject, context: TransformContext): Frame[] {
  const named = textOf(options["value"]);
  const series = frames.flatMap(({ fields }) =>
    fields.filter(({ type, labels }) => type !== "time" && named in labels),
  );
  if (series.length === 0) {
    context.notice(texts.noLabel(named));
    return [...frames];
  }
  const unnamed = frames.filter(({ fields }) => fields.every((field) => !series.includes(field)));
  if (unnamed.length > 0)
    context.notice(texts.notJoined(named, [...new Set(unnamed.map(({ refId }) => refId))].join(", ")));
  const wanted = textsOf(options["join"]);
  const labels = wanted.length > 0 ? wanted : [...new Set(series.flatMap((field) => Object.keys(field.labels)))];
  const keys = labels.filter((label) => label !== named);
  const columns = [...new Set(series.map((field) => field.labels[named] ?? ""))];
  const groups = [...Map.groupBy(series, (field) => JSON.stringify(keys.map((key) => field.labels[key]))).values()];
  const blocks = groups.map((fields) => blockOf(fields, { columns, named }));
  const keyFields = keys.map((key) =>
    column(key, {
      type: "string",
      values: groups.flatMap(([field], at) => blocks[at]?.rows.map(() => field?.labels[key]) ?? []),
    }),
  );
  const valueFields = columns.map((name, at) => {
    const from = series.find((field) => field.labels[named] === name);
    const values = blocks.flatMap(({ rows }) => rows.map((row) => row[at]));
    return column(name, { type: from?.type ?? "number", values });
  });
  const fields = withUniqueNames([...keyFields, ...valueFields]);
  return [{ refId: frames[0]?.refId ?? "", name: "", fields, length: fields[0]?.values.length ?? 0 }];
}

interface Columns {
  readonly columns: readonly string[];
  readonly named: string;
}

/** As many rows as the longest column of these labels has values. */
function blockOf(
  fields: readonly Field[],
  { columns, named }: Columns,
): { readonly rows: readonly (readonly Cell[])[] } {
  const values = columns.map((name) =>
    fields.filter((field) => field.labels[named] === name).flatMap((field) => Array.from(field.values)),
  );
  const length = values.reduce((most, one) => Math.max(most, one.length), 0);
  return { rows: Array.from({ length }, (_, row) => values.map((one) => one[row])) };
}
