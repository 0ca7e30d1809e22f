import { HttpError, inSlices } from "@vedette/http";
import { ResourceError } from "../errors.ts";
import { isSameJson } from "../json/same-json.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";

/*
 * RFC 6902 by ourselves: the published libraries walk into prototypes (`/spec/constructor`) or refuse such keys, which
 * dashboards may hold, and copy the whole document for one operation.
 */

/** Operations of one patch. */
const MAX_OPERATIONS = 10_000;
/** Steps of a path; nothing deeper is stored. */
const MAX_STEPS = 64;
/** Characters that all `copy` operations of one patch may add together: each could double the document. */
const MAX_COPIED = 8 * 1024 * 1024;
/** Operations times characters of the document: each may copy a list as long as that. */
const MAX_WORK = 2_000_000_000;

/** Entries of lists that all operations of one patch may copy; copying a key takes as long as ten of them. */
const MAX_COPIED_ENTRIES = 5_000_000;
const ENTRIES_PER_KEY = 10;

/** One operation, its paths read. */
interface Operation {
  readonly op: keyof typeof OPERATIONS;
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
}

/**
 * Changes a JSON value by RFC 6902, all or nothing.
 *
 * @param size - characters of document and patch together
 * @returns the new value; `document` stays as it is
 * @throws ResourceError `patch_invalid` for what is no patch, `patch_failed` when an operation cannot be done;
 *   HttpError `body_too_large`
 */
export async function applyJsonPatch(document: unknown, patch: unknown, size: number): Promise<unknown> {
  const operations = readOperations(patch);
  if (operations.length * size > MAX_WORK) throw new HttpError("body_too_large");
  return await inSlices(applyOperations(document, operations));
}

/** Yields after each operation. */
function* applyOperations(document: unknown, operations: readonly Operation[]): Generator<void, unknown> {
  let result = document;
  let copied = 0;
  const copies = new CopyMeter();
  for (const [index, operation] of operations.entries()) {
    try {
      if (operation.op === "copy") copied += JSON.stringify(valueAt(result, operation.from)).length;
      if (copied > MAX_COPIED) throw new HttpError("body_too_large");
      result = OPERATIONS[operation.op](result, operation, copies);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      const detail = `operation ${index} (${operation.op}) failed: ${error.message}`;
      throw new ResourceError("patch_failed", { detail });
    }
    yield;
  }
  return result;
}

/** Counts the entries of lists and maps that operations copy: each operation can copy a map with all keys of an object. */
class CopyMeter {
  #entries = 0;

  /** @throws HttpError `body_too_large` */
  count(container: Container): void {
    this.#entries += Array.isArray(container) ? container.length : ENTRIES_PER_KEY * Object.keys(container).length;
    if (this.#entries > MAX_COPIED_ENTRIES) throw new HttpError("body_too_large");
  }
}

/** Whether a patch changes the member at a path, or something that it lies in. */
export function patchTouches(patch: unknown, path: readonly string[]): boolean {
  return readOperations(patch).some(
    (operation) => operation.op !== "test" && operation.path.every((step, index) => step === path[index]),
  );
}

/** Why an operation cannot be done. */
class Mismatch extends Error {}

/** Every operation gives a new document; what it does not touch is shared with the old one. */
const OPERATIONS = {
  add: (document: unknown, { path, value }: Operation, copies: CopyMeter) =>
    changeAt(document, path, { copies, change: (parent, key) => add(parent, key, value) }),
  remove: (document: unknown, { path }: Operation, copies: CopyMeter) =>
    changeAt(document, path, { copies, change: remove }),
  replace: (document: unknown, { path, value }: Operation, copies: CopyMeter) => {
    valueAt(document, path);
    return changeAt(document, path, { copies, change: (parent, key) => put(parent, key, value) });
  },
  move: (document: unknown, { path, from }: Operation, copies: CopyMeter) => {
    const value = valueAt(document, from);
    if (from.length < path.length && from.every((step, index) => step === path[index])) {
      throw new Mismatch("a value cannot be moved into itself");
    }
    const without = changeAt(document, from, { copies, change: remove });
    return changeAt(without, path, { copies, change: (parent, key) => add(parent, key, value) });
  },
  copy: (document: unknown, { path, from }: Operation, copies: CopyMeter) => {
    const value = valueAt(document, from);
    return changeAt(document, path, { copies, change: (parent, key) => add(parent, key, value) });
  },
  test: (document: unknown, { path, value }: Operation) => {
    if (!isSameJson(valueAt(document, path), value)) throw new Mismatch("the value is another one");
    return document;
  },
} as const;

type Container = JsonObject | readonly unknown[];
/** Changes one container; at the root, whose key is `undefined`, it gives the new document. */
type Change = (parent: unknown, key: string | undefined) => unknown;

function changeAt(
  document: unknown,
  [step, ...rest]: readonly string[],
  how: { readonly copies: CopyMeter; readonly change: Change },
): unknown {
  if (step === undefined) return how.change(document, undefined);
  const parent = requireContainer(document);
  how.copies.count(parent);
  if (rest.length === 0) return how.change(parent, step);
  return put(parent, step, changeAt(memberOf(parent, step), rest, how));
}

function add(parent: unknown, key: string | undefined, value: unknown): unknown {
  if (!Array.isArray(parent) || key === undefined) return put(parent, key, value);
  const index = key === "-" ? parent.length : indexOf(key, parent.length);
  return parent.toSpliced(index, 0, value);
}

function put(parent: unknown, key: string | undefined, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(parent)) return parent.with(indexOf(key, parent.length - 1), value);
  // A computed key makes a member of its own even of `__proto__`.
  return { ...requireContainer(parent), [key]: value };
}

function remove(parent: unknown, key: string | undefined): unknown {
  if (key === undefined) throw new Mismatch("the whole object cannot be removed");
  memberOf(requireContainer(parent), key);
  if (Array.isArray(parent)) return parent.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(requireContainer(parent)).filter(([name]) => name !== key));
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce((value: unknown, step) => memberOf(requireContainer(value), step), document);
}

function memberOf(parent: Container, key: string): unknown {
  if (Array.isArray(parent)) return parent[indexOf(key, parent.length - 1)];
  if (!Object.hasOwn(parent, key)) throw new Mismatch("there is nothing at the path");
  return Reflect.get(parent, key);
}

function indexOf(key: string, largest: number): number {
  if (/^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) <= largest) return Number(key);
  throw new Mismatch("there is nothing at the path");
}

function requireContainer(value: unknown): Container {
  if (Array.isArray(value) || isJsonObject(value)) return value;
  throw new Mismatch("there is nothing at the path");
}

function readOperations(patch: unknown): Operation[] {
  if (!Array.isArray(patch)) throw unreadable("a JSON patch is a list of operations");
  if (patch.length > MAX_OPERATIONS) throw unreadable(`a JSON patch has at most ${MAX_OPERATIONS} operations`);
  return patch.map(readOperation);
}

const NAMES = ["add", "remove", "replace", "move", "copy", "test"] as const;

function readOperation(entry: unknown, index: number): Operation {
  const members = isJsonObject(entry) ? entry : {};
  const op = NAMES.find((name) => name === members["op"]);
  if (op === undefined) throw unreadable(`operation ${index} must be one of ${NAMES.join(", ")}`);
  const needsValue = op === "add" || op === "replace" || op === "test";
  if (needsValue && !Object.hasOwn(members, "value")) throw unreadable(`operation ${index} has no value`);
  const needsFrom = op === "move" || op === "copy";
  return {
    op,
    path: readPointer(members["path"], `the path of operation ${index}`),
    from: needsFrom ? readPointer(members["from"], `from of operation ${index}`) : [],
    value: members["value"],
  };
}

/** Reads a JSON pointer, RFC 6901. */
function readPointer(text: unknown, what: string): string[] {
  if (typeof text !== "string" || !/^(?:\/(?:[^~/]|~[01])*)*$/s.test(text)) {
    throw unreadable(`${what} must be a JSON pointer such as /spec/title`);
  }
  const [, ...steps] = text.split("/", MAX_STEPS + 2);
  if (steps.length > MAX_STEPS) throw unreadable(`${what} has more than ${MAX_STEPS} steps`);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function unreadable(detail: string): ResourceError {
  return new ResourceError("patch_invalid", { detail });
}
