/** One copy of a package that a lock file installs. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Tells copies apart: the path or the key of the lock file. */
  readonly key: string;
}

export type LockKind = "npm" | "pnpm" | "yarn" | "yarn-berry" | "bun";

/** What a lock file says. */
export interface Lock {
  readonly kind: LockKind;
  readonly packages: readonly LockedPackage[];
  /** The version of `name` that a copy gets when it asks for it; `undefined` when the file does not tell. */
  readonly resolve: (from: LockedPackage, name: string) => string | undefined;
  /** The copy of `name` that a workspace gets, by its folder relative to the root (`""`) and the range it asks for. */
  readonly resolveFrom: (folder: string, name: string, range: string | undefined) => LockedPackage | undefined;
  /** Who asks for a copy. */
  readonly bringersOf: (copy: LockedPackage) => readonly string[];
}

/** Members that a hostile file may have in place of anything. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function membersOf(value: unknown): readonly (readonly [string, Members])[] {
  return isMembers(value)
    ? Object.entries(value).filter((entry): entry is [string, Members] => isMembers(entry[1]))
    : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A member that the object has itself: `__proto__` and its like are no packages. */
export function own(object: unknown, member: string): unknown {
  return isMembers(object) && Object.hasOwn(object, member) ? object[member] : undefined;
}

/** All that an entry of a lock file may depend on. */
export function dependenciesOf(entry: Members): readonly (readonly [string, string])[] {
  return ["dependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) => {
    const names = own(entry, kind);
    return isMembers(names)
      ? Object.entries(names).flatMap(([name, range]) => (typeof range === "string" ? [[name, range] as const] : []))
      : [];
  });
}

/** Splits `name@rest` where the name may have a scope. */
export function splitName(text: string): readonly [string, string] {
  const at = text.indexOf("@", 1);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
