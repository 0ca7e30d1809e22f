import { readLinkTarget } from "@vedette/client/link-target";
import type { DataLink } from "../model/dashboard-document.ts";
import type { DisplayValue } from "../model/field/display-value.ts";
import type { Cell } from "../model/field/reducer.ts";
import type { DisplayField } from "../model/frame/frame.ts";
import { plainCell } from "../model/frame/trend.ts";
import { interpolate, type Scope, withBuiltIn } from "../model/variable/interpolate.ts";
import { writeVariable } from "../model/variable/variable-format.ts";
import type { VariableOption } from "../model/variable/variable-option.ts";
import { valuesOf } from "../model/variable/variable-value.ts";

interface LinkPlace {
  readonly column: DisplayField;
  readonly row: number;
  readonly columns: readonly DisplayField[];
  readonly shown: DisplayValue;
  readonly scope: Scope;
}

/** The links of a value with everything filled in; those that would lead to no page are left out. */
export function dataLinks(
  links: readonly DataLink[],
  { column, row, columns, shown, scope }: LinkPlace,
): readonly DataLink[] {
  if (links.length === 0) return [];
  const value = plainCell(column.values[row]);
  const time = columns.find(({ type }) => type === "time")?.values[row];
  const known = withBuiltIn(scope, [
    entry("__value.raw", String(value ?? "")),
    entry("__value.numeric", String(typeof value === "number" ? value : Number.NaN)),
    entry("__value.text", shown.line),
    entry("__value.time", String(time ?? "")),
    entry("__value", String(value ?? "")),
    entry("__field.name", column.displayName),
    entry("__field.displayName", column.displayName),
    entry("__series.name", column.displayName),
    ...Object.entries(column.labels).map(([label, text]) => entry(`__field.labels.${label}`, text)),
    ...columns.flatMap(({ values }, at) => cellEntries(String(at), values[row])),
    ...columns.flatMap(({ name, displayName, values }) =>
      [displayName, name].flatMap((one) => cellEntries(one, values[row])),
    ),
  ]);
  return links.flatMap((link) => filledIn(link, known));
}

function cellEntries(name: string, cell: Cell): (readonly [string, VariableOption])[] {
  const value = plainCell(cell);
  const text = String(value ?? "");
  return [
    entry(`__data.fields.${name}`, text),
    entry(`__data.fields.${name}.text`, text),
    entry(`__data.fields.${name}.numeric`, String(typeof value === "number" ? value : Number.NaN)),
  ];
}

interface SingleValue {
  readonly field: DisplayField;
  readonly value: Cell;
  readonly columns: readonly DisplayField[];
  /** -1 for a value of many rows. */
  readonly row: number;
}

/** The links of a value that stands alone: of a row, or of a whole field. */
export function valueLinks(
  { field, value, columns, row }: SingleValue,
  shown: DisplayValue,
  scope: Scope,
): readonly DataLink[] {
  const links = field.settings.links ?? [];
  if (row >= 0) return dataLinks(links, { column: field, row, columns, shown, scope });
  const column = { ...field, values: [value] };
  const others = columns.map((other) => (other === field ? column : { ...other, values: [undefined] }));
  return dataLinks(links, { column, row: 0, columns: others, shown, scope });
}

/** The links of a panel or dashboard. */
export function filledLinks(links: readonly DataLink[], scope: Scope): readonly DataLink[] {
  return links.flatMap((link) => filledIn(link, scope));
}

function filledIn(link: DataLink, scope: Scope): readonly DataLink[] {
  const url = safeUrl(withoutRaw(interpolate(link.url, withBuiltIn(scope, addressParts(scope)), "text")));
  return url === undefined ? [] : [{ ...link, url, title: withoutRaw(interpolate(link.title, scope)) || url }];
}

/** What the value of a link does not have is empty: a reference in a URL leads nowhere. */
function withoutRaw(text: string): string {
  return text.replaceAll(/\$\{__(?:data|field|frame|series|value)\b[^}]*\}/g, "");
}

/** `__url_time_range` and `__all_variables`, ready for an address. */
export function addressParts({ variables, builtIn }: Scope): readonly (readonly [string, VariableOption])[] {
  const from = builtIn.get("__from")?.value ?? "";
  const to = builtIn.get("__to")?.value ?? "";
  const all = [...variables.values()].map((value) =>
    writeVariable(value.chosen.includes("$__all") ? ["$__all"] : valuesOf(value), {
      name: "queryparam",
      argument: "",
      variable: value.variable.name,
      text: "",
    }),
  );
  return [
    entry("__url_time_range", `from=${from}&to=${to}`),
    entry("__all_variables", all.filter((text) => text !== "").join("&")),
  ];
}

/** A link as it can be opened; `undefined` for one that is not safe to open. */
export function safeUrl(url: string): string | undefined {
  const target = readLinkTarget(url);
  if (target === undefined || target.kind !== "local") return target?.href;
  return /^[\w\-./?#&=%~+,:;@!$'()*[\]{}|]+$/u.test(target.href) ? target.href : encodeURI(target.href);
}

function entry(name: string, value: string): readonly [string, VariableOption] {
  return [name, { value, text: value }];
}
