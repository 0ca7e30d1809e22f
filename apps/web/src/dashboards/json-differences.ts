/** One place in which two documents differ; what is not there is `undefined`. */
export interface JsonDifference {
  /** Where, e.g. `panels[2].title`. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Finds where two JSON documents differ, in the order of the newer one. */
export function jsonDifferences(before: unknown, after: unknown, path = ""): JsonDifference[] {
  if (Object.is(before, after)) return [];
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before: textOf(before), after: textOf(after) }];
  }
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return keys.flatMap((key) => {
    const step = Array.isArray(after) ? `[${key}]` : path === "" ? key : `.${key}`;
    return jsonDifferences(own(before, key), own(after, key), path + step);
  });
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
