import { type RawBuilder, sql } from "kysely";
import { invalidFilter } from "./match-filter.ts";
import type { AttributePath, CompareOperator, CompareValue, ScimFilter } from "./scim-path.ts";

type Condition = RawBuilder<boolean>;

/** Where the store has an attribute, and how its values compare. */
export type Column = {
  readonly kind: "text" | "exactText" | "boolean" | "dateTime";
  readonly sql: RawBuilder<unknown>;
};

/** What a filter of a list can name, in lower case: `name.familyname`. */
export interface FilterColumns {
  /** URN of the resource's schema in lower case. */
  readonly urn: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly lists: ReadonlyMap<string, ListColumns>;
}

/** A multi-valued attribute. */
interface ListColumns {
  /** A `from` clause with one row for each value. */
  readonly rows: RawBuilder<unknown>;
  readonly columns: ReadonlyMap<string, Column>;
}

/**
 * Translates a filter into SQL.
 *
 * @throws ScimError `invalidFilter` for attributes that cannot be searched, and comparisons that their type does not have
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2
 */
export function conditionOf(filter: ScimFilter, attributes: FilterColumns): Condition {
  switch (filter.kind) {
    case "and":
    case "or":
      return joined(
        filter.kind,
        filter.filters.map((inner) => conditionOf(inner, attributes)),
      );
    case "not":
      return sql<boolean>`not ${conditionOf(filter.filter, attributes)}`;
    case "value": {
      const list = listOf(filter.path, attributes);
      if (list === undefined || filter.path.sub !== undefined) throw unknown(filter.path);
      return someRow(list, rowCondition(filter.filter, list));
    }
    case "present":
    case "compare":
      return leafCondition(filter, attributes);
  }
}

type Leaf = Extract<ScimFilter, { kind: "present" | "compare" }>;

function leafCondition(filter: Leaf, attributes: FilterColumns): Condition {
  const { path } = filter;
  requireSchema(path, attributes);
  const list = attributes.lists.get(path.name);
  if (list === undefined) {
    const column = attributes.columns.get(path.sub === undefined ? path.name : `${path.name}.${path.sub}`);
    if (column !== undefined) return columnCondition(filter, column);
    if (filter.kind === "present" && path.sub === undefined) return anyPart(path, attributes);
    throw unknown(path);
  }
  if (filter.kind === "present" && path.sub === undefined) return someRow(list, sql<boolean>`true`);
  const column = list.columns.get(path.sub ?? "value");
  if (column === undefined) throw unknown(path);
  return someRow(list, columnCondition(filter, column));
}

/** `name pr`: one of its sub-attributes is there. */
function anyPart(path: AttributePath, { columns }: FilterColumns): Condition {
  const parts = [...columns].filter(([name]) => name.startsWith(`${path.name}.`));
  if (parts.length === 0) throw unknown(path);
  return joined(
    "or",
    parts.map(([, column]) => isPresent(column)),
  );
}

/** The inner filter of `emails[…]` names sub-attributes alone. */
function rowCondition(filter: ScimFilter, list: ListColumns): Condition {
  if (filter.kind === "value") throw invalidFilter("a value filter holds no other one");
  if (filter.kind === "not") return sql<boolean>`not ${rowCondition(filter.filter, list)}`;
  if (filter.kind === "and" || filter.kind === "or") {
    return joined(
      filter.kind,
      filter.filters.map((inner) => rowCondition(inner, list)),
    );
  }
  const column = filter.path.sub === undefined ? list.columns.get(filter.path.name) : undefined;
  if (column === undefined) throw unknown(filter.path);
  return columnCondition(filter, column);
}

function listOf(path: AttributePath, attributes: FilterColumns): ListColumns | undefined {
  requireSchema(path, attributes);
  return attributes.lists.get(path.name);
}

function requireSchema(path: AttributePath, { urn }: FilterColumns): void {
  if (path.schema !== undefined && path.schema !== urn) throw unknown(path);
}

function someRow({ rows }: ListColumns, condition: Condition): Condition {
  return sql<boolean>`exists (select 1 from ${rows} where ${condition})`;
}

function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join([...conditions], kind === "and" ? sql` and ` : sql` or `)})`;
}

function columnCondition(filter: Leaf, column: Column): Condition {
  if (filter.kind === "present") return isPresent(column);
  const { operator, value } = filter;
  if (value === null) {
    if (operator === "eq") return sql<boolean>`(${column.sql} is null)`;
    if (operator === "ne") return sql<boolean>`(${column.sql} is not null)`;
    throw invalidFilter("null is compared with eq and ne");
  }
  return COMPARISONS[column.kind](column.sql, operator, value);
}

function isPresent({ kind, sql: found }: Column): Condition {
  const isText = kind === "text" || kind === "exactText";
  return isText ? sql<boolean>`(coalesce(${found}, '') <> '')` : sql<boolean>`(${found} is not null)`;
}

type Comparison = (
  found: RawBuilder<unknown>,
  operator: CompareOperator,
  value: NonNullable<CompareValue>,
) => Condition;

const COMPARISONS: Readonly<Record<Column["kind"], Comparison>> = {
  text: (found, operator, value) => compareText(sql`lower(${found})`, operator, sql`lower(${textOf(value)}::text)`),
  exactText: (found, operator, value) => compareText(found, operator, sql`${textOf(value)}::text`),
  boolean(found, operator, value) {
    const isTrue = typeof value === "boolean" ? value : readTruth(value);
    if (operator === "eq") return sql<boolean>`(coalesce(${found}, false) = ${isTrue}::boolean)`;
    if (operator === "ne") return sql<boolean>`(coalesce(${found}, false) <> ${isTrue}::boolean)`;
    throw invalidFilter("booleans are compared with eq and ne");
  },
  dateTime(found, operator, value) {
    const at = typeof value === "string" ? new Date(value) : undefined;
    if (at === undefined || Number.isNaN(at.getTime())) throw invalidFilter("a date and time is needed");
    // Resources show milliseconds.
    return compareOrdered(sql`date_trunc('milliseconds', ${found})`, operator, sql`${at.toISOString()}::timestamptz`);
  },
};

function textOf(value: NonNullable<CompareValue>): string {
  if (typeof value === "string") return value;
  throw invalidFilter("a string is needed");
}

function readTruth(value: string | number): boolean {
  const text = String(value).toLowerCase();
  if (text === "true" || text === "false") return text === "true";
  throw invalidFilter("true or false is needed");
}

function compareText(found: RawBuilder<unknown>, operator: CompareOperator, value: RawBuilder<unknown>): Condition {
  const text = sql`coalesce(${found}, '')`;
  if (operator === "co") return sql<boolean>`(position(${value} in ${text}) > 0)`;
  if (operator === "sw") return sql<boolean>`starts_with(${text}, ${value})`;
  if (operator === "ew") return sql<boolean>`(right(${text}, char_length(${value})) = ${value})`;
  return compareOrdered(found, operator, value, sql` collate "C"`);
}

function compareOrdered(
  found: RawBuilder<unknown>,
  operator: CompareOperator,
  value: RawBuilder<unknown>,
  collation: RawBuilder<unknown> = sql``,
): Condition {
  if (operator === "eq") return sql<boolean>`coalesce(${found} = ${value}, false)`;
  if (operator === "ne") return sql<boolean>`(${found} is distinct from ${value})`;
  const sign = ORDER.get(operator);
  if (sign === undefined) throw invalidFilter(`this attribute is not compared with ${operator}`);
  return sql<boolean>`coalesce(${found}${collation} ${sign} ${value}, false)`;
}

const ORDER: ReadonlyMap<CompareOperator, RawBuilder<unknown>> = new Map([
  ["gt", sql`>`],
  ["ge", sql`>=`],
  ["lt", sql`<`],
  ["le", sql`<=`],
]);

function unknown({ name, sub }: AttributePath) {
  return invalidFilter(`${sub === undefined ? name : `${name}.${sub}`} cannot be searched`);
}
