import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Store } from "../objects/store.ts";
import type { ResourceDatabase } from "../resource-tables.ts";
import type { FieldCondition, SelectableField } from "./field-selector.ts";
import type { Drawn } from "./form.ts";
import type { LabelCondition } from "./label-selector.ts";
import type { Visibility } from "./visibility.ts";

/** Which objects a list holds. */
export interface ListFilter {
  readonly resource: string;
  readonly namespace: string;
  readonly labels: readonly LabelCondition[];
  readonly fields: readonly FieldCondition[];
  readonly visibility: Visibility;
}

/** One object of a list, still without its text. */
export interface ListedKey {
  readonly resource_version: string;
  readonly name: string;
  /** Characters of its text. */
  readonly size: number;
}

/** A part of a list as it was when the store had `version`: the first `count` objects whose names follow `after`. */
export interface ListPart {
  readonly version: string;
  readonly after: string;
  readonly count: number;
}

type Builder = ExpressionBuilder<ResourceDatabase, "vedette.object_versions">;

/**
 * Names the objects of one part, in the order of their names. What has been replaced or removed since `version` is
 * taken from the history, so that all parts show the same state.
 */
export async function listKeys(
  db: Store,
  filter: ListFilter,
  { version, after, count }: ListPart,
): Promise<ListedKey[]> {
  const states = (rows: ReturnType<typeof narrowed>) =>
    rows
      .select(["resource_version", "name", "size"])
      // The sum keeps a plan that is made for any version from the index of all versions.
      .where(sql<boolean>`resource_version + 0 <= ${version}`)
      .where(sql<boolean>`not is_deleted`);
  const current = visibleParts(db, filter).map((rows) =>
    states(rows).where("superseded_by", "is", null).where("name", ">", after).orderBy("name").limit(count),
  );
  // What was replaced since then is little, and found by that alone: in the order of names it would be looked for among all.
  const replaced = states(narrowed(db, filter)).where("superseded_by", ">", version);
  const listed = db.with(
    (cte) => cte("replaced").materialized(),
    () => replaced,
  );
  return await current
    .reduce(
      (all, rows) => all.unionAll(db.selectFrom(rows.as("current")).selectAll()),
      listed.selectFrom("replaced").selectAll().where("name", ">", after),
    )
    .orderBy("name")
    .limit(count)
    .execute();
}

/** More folders than this are not read one by one. */
const FEW_FOLDERS = 50;

/**
 * What a list may hold, in parts that do not overlap. A folder is read in its own order and as far as a page goes, so
 * that its reader does not wait for all that lies elsewhere.
 */
function visibleParts(db: Store, filter: ListFilter): ReturnType<typeof narrowed>[] {
  const { visibility } = filter;
  if (visibility.kind === "all" || visibility.folders.length > FEW_FOLDERS) return [narrowed(db, filter)];
  const { names, folders } = visibility;
  const all = narrowed(db, { ...filter, visibility: { kind: "all" } });
  const named = all.where("name", "in", names);
  return [
    ...folders.map((folder) => all.where("folder", "=", folder)),
    ...(names.length === 0 ? [] : [folders.length === 0 ? named : named.where("folder", "not in", folders)]),
  ];
}

/** The versions, old and new, that a list may hold. */
export function narrowed(db: Store, filter: ListFilter) {
  return db
    .selectFrom("vedette.object_versions")
    .where("resource", "=", filter.resource)
    .where("namespace", "=", filter.namespace)
    .where((eb) => eb.and(conditionsOf(eb, filter)));
}

const DRAWN_COLUMNS = ["name", "title", "folder", "tags", "generation", "created_at", "metadata"] as const;

/** What some versions are drawn from, by their resource versions. Without its spec an object is a small thing. */
export async function readDrawn(
  db: Store,
  versions: readonly string[],
  withSpec: boolean,
): Promise<Map<string, Drawn>> {
  const rows = await db
    .selectFrom("vedette.object_versions")
    .select(["resource_version", ...DRAWN_COLUMNS])
    .select(withSpec ? "spec" : sql<string>`''`.as("spec"))
    .where(sql<boolean>`resource_version = any(${versions}::bigint[])`)
    .execute();
  return new Map(rows.map(({ resource_version, ...drawn }) => [resource_version, drawn]));
}

function conditionsOf(eb: Builder, { labels, fields, visibility }: ListFilter) {
  return [
    ...labels.map(labelCondition),
    ...fields.map((condition) => fieldCondition(eb, condition)),
    ...(visibility.kind === "all" ? [] : [visibleCondition(eb, visibility)]),
  ];
}

const COLUMN_OF_FIELD: Readonly<Record<SelectableField, "name" | "namespace" | "folder" | "title">> = {
  "metadata.name": "name",
  "metadata.namespace": "namespace",
  "metadata.folder": "folder",
  "spec.title": "title",
};

function fieldCondition(eb: Builder, { field, operator, value }: FieldCondition) {
  return eb(COLUMN_OF_FIELD[field], operator === "equals" ? "=" : "<>", value);
}

function labelCondition(condition: LabelCondition) {
  if (condition.operator === "exists") return sql<SqlBool>`labels ? ${condition.key}`;
  if (condition.operator === "absent") return sql<SqlBool>`not labels ? ${condition.key}`;
  // Written so, an index finds the few that carry a label, and the planner knows how many these are.
  if (condition.operator === "in") {
    const pairs = condition.values.map((value) => sql`labels @> ${JSON.stringify({ [condition.key]: value })}::jsonb`);
    return sql<SqlBool>`(${sql.join(pairs, sql` or `)})`;
  }
  const values = sql.join(condition.values);
  return sql<SqlBool>`coalesce(labels ->> ${condition.key} not in (${values}), true)`;
}

function visibleCondition(eb: Builder, { names, folders }: { names: readonly string[]; folders: readonly string[] }) {
  return eb.or([
    ...(names.length > 0 ? [eb("name", "in", names)] : []),
    ...(folders.length > 0 ? [eb("folder", "in", folders)] : []),
  ]);
}
