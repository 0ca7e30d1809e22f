import { sql } from "kysely";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { FieldCondition } from "./field-selector.ts";
import type { LabelCondition } from "./label-selector.ts";
import { type ListedKey, type ListFilter, type ListPart, narrowed } from "./store.ts";

/** What a list shows: what is there, all versions of one object, or what has been removed. */
export type ListScope =
  | { readonly kind: "current" }
  | { readonly kind: "history"; readonly name: string }
  | { readonly kind: "trash" };

const HISTORY_LABEL = "vedette.app/get-history";
const TRASH_LABEL = "vedette.app/get-trash";

/**
 * Two labels that no object carries choose what a list shows.
 *
 * @returns the scope, and the conditions that are left
 * @throws ResourceError `selector_invalid` for a history without `metadata.name=…`
 */
export function scopeOf(
  labels: readonly LabelCondition[],
  fields: readonly FieldCondition[],
): { scope: ListScope; labels: readonly LabelCondition[] } {
  const rest = labels.filter(({ key }) => key !== HISTORY_LABEL && key !== TRASH_LABEL);
  if (labels.some((condition) => asksFor(condition, TRASH_LABEL))) return { scope: { kind: "trash" }, labels: rest };
  if (!labels.some((condition) => asksFor(condition, HISTORY_LABEL)))
    return { scope: { kind: "current" }, labels: rest };
  const named = fields.find(({ field, operator }) => field === "metadata.name" && operator === "equals");
  if (named === undefined) {
    throw new ResourceError("selector_invalid", {
      detail: "a history is one object's: add fieldSelector=metadata.name=…",
    });
  }
  return { scope: { kind: "history", name: named.value }, labels: rest };
}

function asksFor(condition: LabelCondition, label: string): boolean {
  return condition.key === label && condition.operator === "in" && condition.values.includes("true");
}

/** Versions of the object that has the name now or had it last, the newest first. `after` is a resource version. */
export async function historyKeys(
  db: Store,
  filter: ListFilter,
  { name, version, after, count }: ListPart & { name: string },
): Promise<ListedKey[]> {
  const newest = narrowed(db, filter)
    .select("uid")
    .where("name", "=", name)
    .orderBy("resource_version", "desc")
    .limit(1);
  return await narrowed(db, filter)
    .select(["resource_version", "name", "size"])
    .where("uid", "=", newest)
    .where("resource_version", "<=", version)
    .where(sql<boolean>`not is_deleted`)
    .where("resource_version", "<", after === "" ? (BigInt(version) + 1n).toString() : after)
    .orderBy("resource_version", "desc")
    .limit(count)
    .execute();
}

/** The last state of objects whose name is free now, by name. */
export async function trashKeys(
  db: Store,
  filter: ListFilter,
  { version, after, count }: ListPart,
): Promise<ListedKey[]> {
  return await narrowed(db, filter)
    .distinctOn("name")
    .select(["resource_version", "name", "size"])
    .where(sql<boolean>`is_deleted`)
    .where("resource_version", "<=", version)
    .where("name", ">", after)
    .where(
      sql<boolean>`not exists (
        select from vedette.object_versions living
        where living.resource = object_versions.resource and living.namespace = object_versions.namespace
          and living.name = object_versions.name and living.superseded_by is null and not living.is_deleted)`,
    )
    .orderBy("name")
    .orderBy("resource_version", "desc")
    .limit(count)
    .execute();
}
