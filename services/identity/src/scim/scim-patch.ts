import { Type } from "typebox";
import { equalitiesOf, type Item, matchesFilter } from "./match-filter.ts";
import { findAttribute, invalidPath, type ResourceSchema, subName } from "./scim-attributes.ts";
import { ScimError } from "./scim-error.ts";
import { type PatchPath, parsePath } from "./scim-path.ts";

/** The body of a PATCH. */
export const ScimPatchBody = Type.Object({
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 20 }),
      path: Type.Optional(Type.String({ maxLength: 255 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});

interface Operation {
  readonly op: string;
  readonly path?: string;
  readonly value?: unknown;
}

type OperationName = "add" | "replace" | "remove";
type Resource = Record<string, unknown>;

interface Change {
  readonly op: OperationName;
  readonly path: PatchPath;
  readonly value: unknown;
}

/**
 * Carries out the operations of a PATCH. Attributes of the standard that are not stored are skipped.
 *
 * @returns another resource
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidFilter`, `invalidValue`, `mutability`, `noTarget`
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 */
export function patched(schema: ResourceSchema, resource: object, operations: readonly Operation[]): Resource {
  const changed: Resource = structuredClone({ ...resource });
  for (const { op, path, value } of operations) {
    const name = readOperation(op);
    if (path === undefined) putMembers(schema, changed, { op: name, value });
    else put(schema, changed, { op: name, path: parsePath(path), value });
  }
  return changed;
}

function readOperation(op: string): OperationName {
  const name = op.toLowerCase();
  if (name === "add" || name === "replace" || name === "remove") return name;
  throw new ScimError(400, "op must be add, replace or remove", { scimType: "invalidSyntax" });
}

/** Without a path, the members of the value are attributes; like those of a body, unknown ones are skipped. */
function putMembers(schema: ResourceSchema, resource: Resource, { op, value }: Omit<Change, "path">): void {
  if (op === "remove") throw new ScimError(400, "remove needs a path", { scimType: "noTarget" });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ScimError(400, "An operation without a path needs an object as value", { scimType: "invalidValue" });
  }
  for (const [key, member] of Object.entries(value)) {
    const path = parsePath(key);
    const kind = findAttribute(schema, path)?.kind ?? "ignored";
    if (kind !== "ignored" && kind !== "readOnly") put(schema, resource, { op, path, value: member });
  }
}

function put(schema: ResourceSchema, resource: Resource, change: Change): void {
  const { op, path, value } = change;
  const attribute = findAttribute(schema, path);
  if (attribute === undefined) throw invalidPath(`There is no attribute ${path.name}`);
  const { name, kind, subs, isRequired = false } = attribute;
  if (kind === "ignored") return;
  if (kind === "readOnly") throw new ScimError(400, `${name} cannot be changed`, { scimType: "mutability" });
  if (kind === "multi") {
    resource[name] = changedItems(itemsOf(resource[name]), change, subs ?? []);
    return;
  }
  if (path.filter !== undefined) throw invalidPath(`${name} has a single value, so it takes no filter`);
  if (kind === "complex") {
    resource[name] = changedMembers(Object(resource[name]), change, subs ?? []);
    return;
  }
  if (path.sub !== undefined) throw invalidPath(`${name} has no sub-attributes`);
  if (op === "remove" && isRequired) {
    throw new ScimError(400, `${name} cannot be removed`, { scimType: "mutability" });
  }
  resource[name] = op === "remove" ? null : value;
}

/** Sub-attributes that an operation does not name stay as they are. */
function changedMembers(members: Item, { op, path, value }: Change, subs: readonly string[]): Item {
  if (path.sub !== undefined) {
    const sub = subName(subs, path.sub);
    return sub === undefined ? members : { ...members, [sub]: op === "remove" ? null : value };
  }
  return op === "remove" || value === null ? {} : { ...members, ...itemOf(value, subs) };
}

function changedItems(items: readonly Item[], change: Change, subs: readonly string[]): readonly Item[] {
  const { op, path, value } = change;
  const sub = path.sub === undefined ? undefined : subName(subs, path.sub);
  if (path.sub !== undefined && sub === undefined) throw invalidPath(`${path.name} has no sub-attribute ${path.sub}`);
  if (path.filter === undefined && sub === undefined) return changedList(items, { op, value }, subs);
  const { filter } = path;
  if (filter === undefined && items.length > 1) {
    throw invalidPath(`${path.name} has several values, so the path needs a filter`);
  }
  const isTarget = (item: Item) => filter === undefined || matchesFilter(filter, item);
  if (op === "remove") {
    if (sub === undefined || sub === "value") return items.filter((item) => !isTarget(item));
    return items.map((item) => (isTarget(item) ? { ...item, [sub]: null } : item));
  }
  const given = sub === undefined ? itemOf(value, subs) : { [sub]: value };
  if (!items.some(isTarget)) return withCreated(items, { ...change, value: given }, subs);
  const next = items.map((item) => (isTarget(item) ? { ...item, ...given } : item));
  return withOnePrimary(next, given, isTarget);
}

/** Adding to a filter without a match creates the value that the filter describes. */
function withCreated(items: readonly Item[], { op, path, value }: Change, subs: readonly string[]): readonly Item[] {
  const created = path.filter === undefined ? {} : equalitiesOf(path.filter);
  if (op === "replace" || created === undefined) {
    throw new ScimError(400, `No value of ${path.name} matches the filter`, { scimType: "noTarget" });
  }
  const item = { ...itemOf(created, subs), ...itemOf(value, subs) };
  return withOnePrimary([...items, item], item, (it) => it === item);
}

/** Changes the whole list: adding appends, removing with values takes these away. */
function changedList(
  items: readonly Item[],
  { op, value }: Pick<Change, "op" | "value">,
  subs: readonly string[],
): readonly Item[] {
  if (op === "remove" && value == null) return [];
  const given = value == null ? [] : [value].flat().map((item) => itemOf(item, subs));
  if (op === "remove") {
    const removed = new Set(given.map(({ value: id }) => String(id).toLowerCase()));
    return items.filter((item) => !removed.has(String(item["value"]).toLowerCase()));
  }
  if (op === "replace") return given;
  const added = new Map(given.map((item) => [String(item["value"]).toLowerCase(), item]));
  const kept = items.map((item) => {
    const key = String(item["value"]).toLowerCase();
    const again = added.get(key);
    added.delete(key);
    return again === undefined ? item : { ...item, ...again };
  });
  const newPrimary = given.find(isPrimary);
  return withOnePrimary(
    [...kept, ...added.values()],
    newPrimary ?? {},
    (item) => item["value"] === newPrimary?.["value"],
  );
}

/** A value that becomes the primary one takes that from the others. */
function withOnePrimary(items: readonly Item[], given: Item, isTarget: (item: Item) => boolean): readonly Item[] {
  if (!isPrimary(given)) return items;
  return items.map((item) =>
    isTarget(item) || item === given || !isPrimary(item) ? item : { ...item, primary: false },
  );
}

/** Some directories write truth as text. */
function isPrimary({ primary }: Item): boolean {
  return primary === true || String(primary).toLowerCase() === "true";
}

function itemsOf(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [];
}

/** A value in the names of the schema. */
function itemOf(value: unknown, subs: readonly string[]): Item {
  if (typeof value === "string" && subs.includes("value")) return { value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ScimError(400, "The value must be an object", { scimType: "invalidValue" });
  }
  const members = Object.entries(value).flatMap(([key, member]) => {
    const name = subName(subs, key);
    return name === undefined ? [] : [[name, member] as const];
  });
  return Object.fromEntries(members);
}
