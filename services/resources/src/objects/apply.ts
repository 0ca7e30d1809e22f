import { isDeepStrictEqual } from "node:util";
import { type FieldFault, ResourceError, type Subject } from "../errors.ts";
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
  const changed = [...wanted].filter(([path, value]) => !isDeepStrictEqual(valueAt(before, path), value));
  const changedPaths = changed.map(([path]) => path);
  const conflicts = others
    .filter((entry) => !isSucceeded(entry, manager))
    .flatMap((entry) => conflictsWith(entry, changedPaths));
  if (conflicts.length > 0 && !isForced) throw conflictError(subject, conflicts);

  const foreign = others.flatMap(({ fieldsV1 }) => pathsOf(fieldsV1));
  const left = mine
    .flatMap(({ fieldsV1 }) => pathsOf(fieldsV1))
    .filter((path) => !isMap(path) && path !== LAST_APPLIED)
    .filter((path) => !overlapsAny(path, wanted.keys()) && !overlapsAny(path, foreign));
  const isKept = (steps: readonly string[]) => foreign.includes(pathOf([...steps, "."]));
  const set = changed.reduce((tree, [path, value]) => setIn(tree, stepsOf(path), value), treeOf(before));
  const state = partOf(left.reduce((tree, path) => removeIn(tree, stepsOf(path), isKept), set));

  const keptOthers = others
    .map((entry) => keepFields(entry, (path) => isThere(state, path) && !overlapsAny(path, changedPaths)))
    .filter(ownsSomething);
  const entry = entryOf(manager, "Apply", wanted.keys());
  const previous = mine.find(({ operation }) => operation === "Apply");
  const isSame =
    isDeepStrictEqual(previous?.fieldsV1, entry.fieldsV1) && isDeepStrictEqual(state, partOf(treeOf(before)));
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
  const owned = pathsOf(entry.fieldsV1);
  return changed.filter((path) => overlapsAny(path, owned)).map((path) => ({ entry, path }));
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

/** Whether one of the paths is this one, lies in it, or holds it. A map that only holds others stands in nobody's way. */
function overlapsAny(path: string, candidates: Iterable<string>): boolean {
  const below = `${path.slice(0, -1)},`;
  for (const candidate of candidates) {
    if (candidate === path || candidate.startsWith(below)) return true;
    if (path.startsWith(`${candidate.slice(0, -1)},`)) return true;
  }
  return false;
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

function setIn(map: JsonObject, [step, ...rest]: readonly string[], value: unknown): JsonObject {
  if (step === undefined) return mapOf(value);
  // A computed key makes a member of its own even of `__proto__`.
  if (rest.length === 0) return { ...map, [step]: value };
  return { ...map, [step]: setIn(mapOf(Object.hasOwn(map, step) ? map[step] : undefined), rest, value) };
}

/** Takes a field away, and the maps that are empty then unless somebody owns them. */
function removeIn(
  map: JsonObject,
  [step, ...rest]: readonly string[],
  isKept: (steps: readonly string[]) => boolean,
  above: readonly string[] = [],
): JsonObject {
  if (step === undefined || !Object.hasOwn(map, step)) return map;
  const without = () => Object.fromEntries(Object.entries(map).filter(([key]) => key !== step));
  if (rest.length === 0) return without();
  const steps = [...above, step];
  const inner = removeIn(mapOf(map[step]), rest, isKept, steps);
  const isRoot = steps.length === 1 || steps[0] === "metadata";
  return Object.keys(inner).length === 0 && !isRoot && !isKept(steps) ? without() : { ...map, [step]: inner };
}
