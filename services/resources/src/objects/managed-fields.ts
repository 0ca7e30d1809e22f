import { isSameJson } from "../json/same-json.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";

/** What of an object can belong to a manager: what clients set. */
export interface OwnedPart {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
}

/** One entry of `metadata.managedFields`: who set which fields, how and when. */
export interface ManagedFields {
  readonly manager: string;
  readonly operation: "Update" | "Apply";
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: "FieldsV1";
  /** Nested keys `f:<name>`; `.` stands for a map itself. */
  readonly fieldsV1: JsonObject;
}

/** What is different between two states of an object, as paths of fields. */
export interface FieldChanges {
  /** Fields that are new or have another value. */
  readonly set: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly isSpecDifferent: boolean;
}

/** Who changes an object. */
export interface Manager {
  readonly name: string;
  readonly apiVersion: string;
  /** RFC 3339. */
  readonly time: string;
}

/** More fields of a spec than these are counted as one, so that the list of owners stays small beside the object. */
const MAX_SPEC_FIELDS = 1000;
/** So are fields whose paths are longer together: each repeats the keys above it, of which one can be megabytes. */
const MAX_PATH_CHARACTERS = 256 * 1024;

/** Finds the fields that differ. Maps are compared field by field, lists and values as a whole. */
export function compareFields(before: OwnedPart, after: OwnedPart): FieldChanges {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const set = [...next].filter(([path, value]) => !old.has(path) || !isSameJson(old.get(path), value));
  const removed = [...old.keys()].filter((path) => !next.has(path));
  const changed = [...set.map(([path]) => path), ...removed];
  return {
    set: new Set(set.map(([path]) => path)),
    removed: new Set(removed),
    isSpecDifferent: changed.some((path) => path.startsWith(SPEC_PREFIX)),
  };
}

/** The owner of everything in a new object. */
export function firstOwner(object: OwnedPart, manager: Manager): ManagedFields[] {
  return [entryOf(manager, "Update", fieldsOf(object).keys())];
}

/** After an update the manager owns what it has set; nobody else does, and nobody owns what is gone. */
export function updateOwners(
  previous: readonly ManagedFields[],
  { set, removed }: FieldChanges,
  manager: Manager,
): ManagedFields[] {
  if (set.size + removed.size === 0) return [...previous];
  const isMine = (entry: ManagedFields) => entry.manager === manager.name && entry.operation === "Update";
  const mine = previous.filter(isMine).flatMap((entry) => pathsOf(entry.fieldsV1));
  const others = previous.filter((entry) => !isMine(entry)).map((entry) => withoutFields(entry, set, removed));
  const owned = new Set([...mine.filter((path) => !removed.has(path)), ...set]);
  return [...others, entryOf(manager, "Update", owned)].filter(ownsSomething);
}

export function ownsSomething({ fieldsV1 }: ManagedFields): boolean {
  return Object.keys(fieldsV1).length > 0;
}

/** Reads entries that were stored; what is none is left out. */
export function readManagedFields(value: unknown): ManagedFields[] {
  return Array.isArray(value) ? value.filter(isManagedFields) : [];
}

function isManagedFields(value: unknown): value is ManagedFields {
  return isJsonObject(value) && typeof value["manager"] === "string" && isJsonObject(value["fieldsV1"]);
}

/** Paths are the JSON text of their steps, so that they can be keys: `["f:spec","f:time","f:from"]`. */
const SPEC_PREFIX = '["f:spec"';

/** Every field by its path; with a map, the path of the map itself ends in `.`. */
export function fieldsOf({ labels, annotations, spec }: OwnedPart): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  const own = { fields, charactersLeft: Number.POSITIVE_INFINITY };
  addFields(own, ["f:metadata", "f:labels"], labels);
  addFields(own, ["f:metadata", "f:annotations"], annotations);
  const ofSpec = { fields: new Map<string, unknown>(), charactersLeft: MAX_PATH_CHARACTERS };
  addFields(ofSpec, ["f:spec"], spec);
  if (isFull(ofSpec)) fields.set(JSON.stringify(["f:spec"]), spec);
  else for (const [path, value] of ofSpec.fields) fields.set(path, value);
  return fields;
}

/** Fields that are looked for, while there is room for them. */
interface FieldSearch {
  readonly fields: Map<string, unknown>;
  charactersLeft: number;
}

function isFull({ fields, charactersLeft }: FieldSearch): boolean {
  return fields.size > MAX_SPEC_FIELDS || charactersLeft < 0;
}

function addFields(search: FieldSearch, steps: readonly string[], map: JsonObject): void {
  const names = Object.keys(map);
  if (names.length === 0 && steps[0] === "f:metadata") return;
  addField(search, [...steps, "."], undefined);
  for (const name of names) {
    const value = map[name];
    if (steps[0] === "f:spec" && isFull(search)) return;
    const path = [...steps, `f:${name}`];
    if (isJsonObject(value) && Object.keys(value).length > 0) addFields(search, path, value);
    else addField(search, path, value);
  }
}

function addField(search: FieldSearch, steps: readonly string[], value: unknown): void {
  const path = JSON.stringify(steps);
  search.charactersLeft -= path.length;
  search.fields.set(path, value);
}

function withoutFields(entry: ManagedFields, ...gone: readonly ReadonlySet<string>[]): ManagedFields {
  return keepFields(entry, (path) => !gone.some((paths) => paths.has(path)));
}

/** The entry with those of its fields that are kept. */
export function keepFields(entry: ManagedFields, isKept: (path: string) => boolean): ManagedFields {
  return { ...entry, fieldsV1: treeOf(pathsOf(entry.fieldsV1).filter(isKept)) };
}

export function entryOf(
  { name, apiVersion, time }: Manager,
  operation: ManagedFields["operation"],
  paths: Iterable<string>,
): ManagedFields {
  return { manager: name, operation, apiVersion, time, fieldsType: "FieldsV1", fieldsV1: treeOf(paths) };
}

interface Tree {
  [step: string]: Tree;
}

function treeOf(paths: Iterable<string>): Tree {
  const root: Tree = {};
  for (const path of paths) {
    let node = root;
    const steps: unknown = JSON.parse(path);
    for (const step of Array.isArray(steps) ? steps.map(String) : []) {
      node[step] ??= {};
      node = node[step];
    }
  }
  return root;
}

/** The paths of `fieldsV1`. */
export function pathsOf(tree: JsonObject, steps: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([step, below]) => {
    const path = [...steps, step];
    if (isJsonObject(below) && Object.keys(below).length > 0) return pathsOf(below, path);
    return [JSON.stringify(path)];
  });
}
