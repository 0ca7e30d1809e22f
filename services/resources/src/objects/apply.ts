import { type FieldFault, ResourceError, type Subject } from "../errors.ts";
import { isSameJson } from "../json/same-json.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import {
  entryOf,
  fieldsOf,
  keepFields,
  type ManagedFields,
  type Manager,
  type OwnedPart,
  ownsSomething,
  pathsOf,
} from "./managed-fields.ts";
import type { StoredState } from "./stored-state.ts";

/** One server-side apply: who wants which fields to be what. */
export interface Application {
  readonly applied: OwnedPart;
  readonly manager: Manager;
  /** Takes fields over that others own. */
  readonly isForced: boolean;
  readonly subject: Subject;
}

/** What the object becomes, and who owns which of its fields then. */
export interface AppliedState {
  readonly state: OwnedPart;
  readonly owners: readonly ManagedFields[];
}

/** `kubectl apply --server-side` takes over what `kubectl apply` has set before; its memory of that stays. */
const CLIENT_SIDE_APPLY = "kubectl-client-side-apply";
const SUCCESSORS: ReadonlySet<string> = new Set(["kubectl", "kubectl-last-applied"]);
const LAST_APPLIED = pathOf(["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"]);

/** The owner of an object that an apply has made. */
export function appliedOwner(object: OwnedPart, manager: Manager): ManagedFields[] {
  return [entryOf(manager, "Apply", leavesOf(object).keys())];
}

/**
 * Merges what a manager applies into an object: its fields are set, those that it applied before and leaves out now go
 * unless somebody else owns them.
 *
 * @throws ResourceError `apply_conflict` with every field of somebody else's that would change
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function applyFields(before: StoredState, { applied, manager, isForced, subject }: Application): AppliedState {
  const wanted = leavesOf(applied);
  const mine = before.owners.filter((entry) => isOwn(entry, manager));
  const others = before.owners.filter((entry) => !mine.includes(entry));
  const changed = [...wanted].filter(([path, value]) => !isSameJson(valueAt(before, path), value));
  const changedPaths = changed.map(([path]) => path);
  const conflicts = others
    .filter((entry) => !isSucceeded(entry, manager))
    .flatMap((entry) => conflictsWith(entry, changedPaths));
  if (conflicts.length > 0 && !isForced) throw conflictError(subject, conflicts);

  const foreign = others.flatMap(({ fieldsV1 }) => pathsOf(fieldsV1));
  const [inWanted, inForeign] = [pathIndex(wanted.keys()), pathIndex(foreign)];
  const left = mine
    .flatMap(({ fieldsV1 }) => pathsOf(fieldsV1))
    .filter((path) => !isMap(path) && path !== LAST_APPLIED && !overlaps(path, inWanted) && !overlaps(path, inForeign));
  const isKept = (steps: readonly string[]) => inForeign.paths.has(pathOf([...steps, "."]));
  const state = partOf(changedTree(treeOf(before), { set: changed, left, isKept }));

  const inChanged = pathIndex(changedPaths);
  const keptOthers = others
    .map((entry) => keepFields(entry, (path) => isThere(state, path) && !overlaps(path, inChanged)))
    .filter(ownsSomething);
  const entry = entryOf(manager, "Apply", wanted.keys());
  const previous = mine.find(({ operation }) => operation === "Apply");
  const isSame = isSameJson(previous?.fieldsV1, entry.fieldsV1) && isSameJson(state, partOf(treeOf(before)));
  return { state, owners: [...keptOthers, isSame && previous !== undefined ? previous : entry].filter(ownsSomething) };
}

function isOwn(entry: ManagedFields, { name }: Manager): boolean {
  if (entry.operation === "Apply") return entry.manager === name;
  return name === "kubectl" && entry.manager === CLIENT_SIDE_APPLY;
}

/** Whether the manager takes fields of the entry over without a conflict. */
function isSucceeded({ manager, operation }: ManagedFields, { name }: Manager): boolean {
  return operation === "Update" && manager === CLIENT_SIDE_APPLY && SUCCESSORS.has(name);
}

/** The fields that an apply owns: values, lists and empty maps, not the maps that hold them. */
function leavesOf(object: OwnedPart): Map<string, unknown> {
  return new Map([...fieldsOf(object)].filter(([path]) => !isMap(path)));
}

interface Conflict {
  readonly entry: ManagedFields;
  readonly path: string;
}

function conflictsWith(entry: ManagedFields, changed: readonly string[]): Conflict[] {
  const owned = pathIndex(pathsOf(entry.fieldsV1));
  return changed.filter((path) => overlaps(path, owned)).map((path) => ({ entry, path }));
}

function conflictError(subject: Subject, conflicts: readonly Conflict[]): ResourceError {
  const faults = conflicts.map(
    ({ entry, path }): FieldFault => ({
      reason: "FieldManagerConflict",
      field: readable(path),
      message: `conflict with ${nameOf(entry)}`,
    }),
  );
  const byManager = Map.groupBy(conflicts, ({ entry }) => entry);
  const parts = [...byManager].map(([entry, own]) => {
    const [first] = own;
    if (own.length === 1 && first !== undefined) return `conflict with ${nameOf(entry)}: ${readable(first.path)}`;
    return `conflicts with ${nameOf(entry)}:\n${own.map(({ path }) => `- ${readable(path)}`).join("\n")}`;
  });
  const count = `${conflicts.length} conflict${conflicts.length === 1 ? "" : "s"}`;
  const detail = `Apply failed with ${count}: ${parts.join("\n")}`;
  return new ResourceError("apply_conflict", { detail, faults, subject });
}

function nameOf({ manager, apiVersion }: ManagedFields): string {
  return `${JSON.stringify(manager)} using ${apiVersion}`;
}

function readable(path: string): string {
  return stepsOf(path)
    .map((step) => `.${step}`)
    .join("");
}

/** Some paths, and every path that one of them lies in: thousands of fields are compared with thousands. */
interface PathIndex {
  readonly paths: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

function pathIndex(paths: Iterable<string>): PathIndex {
  const all = new Set(paths);
  return { paths: all, above: new Set([...all].flatMap(pathsAbove)) };
}

/** Whether one of the paths is this one, lies in it, or holds it. A map that only holds others stands in nobody's way. */
function overlaps(path: string, { paths, above }: PathIndex): boolean {
  return paths.has(path) || above.has(path) || pathsAbove(path).some((outer) => paths.has(outer));
}

function pathsAbove(path: string): string[] {
  const steps: unknown = JSON.parse(path);
  if (!Array.isArray(steps)) return [];
  return steps.slice(1).map((_step, index) => JSON.stringify(steps.slice(0, index + 1)));
}

function isMap(path: string): boolean {
  return path.endsWith(',"."]');
}

/** `["f:spec","f:title"]` as `spec`, `title`. */
function stepsOf(path: string): string[] {
  const steps: unknown = JSON.parse(path);
  return Array.isArray(steps) ? steps.map((step) => String(step).replace(/^f:/, "")) : [];
}

function pathOf(steps: readonly string[]): string {
  return JSON.stringify(steps.map((step) => (step === "." ? step : `f:${step}`)));
}

function treeOf({ labels, annotations, spec }: OwnedPart): JsonObject {
  return { metadata: { labels, annotations }, spec };
}

function partOf(tree: JsonObject): OwnedPart {
  const metadata = mapOf(tree["metadata"]);
  const strings = (value: unknown) =>
    Object.fromEntries(Object.entries(mapOf(value)).map(([key, text]) => [key, String(text)]));
  return {
    labels: strings(metadata["labels"]),
    annotations: strings(metadata["annotations"]),
    spec: mapOf(tree["spec"]),
  };
}

function mapOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function valueAt(object: OwnedPart, path: string): unknown {
  return stepsOf(path).reduce(
    (value: unknown, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    treeOf(object),
  );
}

/** Whether a field, or the map that a path ending in `.` stands for, is in the object. */
function isThere(object: OwnedPart, path: string): boolean {
  if (!isMap(path)) return valueAt(object, path) !== undefined;
  return isJsonObject(valueAt(object, path.replace(/,"\."\]$/, "]")));
}

/** What is to change in a tree of maps. */
interface TreeChange {
  /** Values by their paths. */
  readonly set: readonly (readonly [path: string, value: unknown])[];
  /** Fields that go, and the maps that are empty then unless they are kept. */
  readonly left: readonly string[];
  isKept(steps: readonly string[]): boolean;
}

type OwnMap = Record<string, unknown>;

/** The tree with its changes; `tree` stays as it is. Each map is copied once, however many of its fields change. */
function changedTree(tree: JsonObject, { set, left, isKept }: TreeChange): JsonObject {
  const own = new WeakSet<object>();
  const ownMap = (value: unknown): OwnMap => {
    const map = mapOf(value);
    if (own.has(map)) return map as OwnMap; // made here a moment ago
    const copy = { ...map };
    own.add(copy);
    return copy;
  };
  const root = ownMap(tree);
  for (const [path, value] of set) setIn(root, stepsOf(path), { value, ownMap });
  for (const path of left) removeIn(root, stepsOf(path), { isKept, ownMap });
  return root;
}

function setIn(
  map: OwnMap,
  [step, ...rest]: readonly string[],
  { value, ownMap }: { value: unknown; ownMap: (value: unknown) => OwnMap },
): void {
  if (step === undefined) return;
  const inner = rest.length === 0 ? value : ownMap(Object.hasOwn(map, step) ? map[step] : undefined);
  put(map, step, inner);
  if (rest.length > 0) setIn(ownMap(inner), rest, { value, ownMap });
}

/** A definition makes a member of its own even of `__proto__`. */
function put(map: OwnMap, step: string, value: unknown): void {
  Object.defineProperty(map, step, { value, writable: true, enumerable: true, configurable: true });
}

interface Removal {
  isKept(steps: readonly string[]): boolean;
  readonly ownMap: (value: unknown) => OwnMap;
}

/** Takes a field away, and the maps that are empty then unless somebody owns them. */
function removeIn(
  map: OwnMap,
  [step, ...rest]: readonly string[],
  removal: Removal,
  above: readonly string[] = [],
): void {
  if (step === undefined || !Object.hasOwn(map, step)) return;
  if (rest.length === 0) {
    delete map[step];
    return;
  }
  const inner = removal.ownMap(map[step]);
  put(map, step, inner);
  const steps = [...above, step];
  removeIn(inner, rest, removal, steps);
  const isRoot = steps.length === 1 || steps[0] === "metadata";
  if (!isRoot && !removal.isKept(steps) && isEmptyMap(inner)) delete map[step];
}

function isEmptyMap(map: OwnMap): boolean {
  for (const key in map) if (Object.hasOwn(map, key)) return false;
  return true;
}
