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
  /** What a copy gets when it asks for `name`, be it another package under that name; `undefined` when the file does not tell. */
  readonly resolve: (from: LockedPackage, name: string) => LockedPackage | undefined;
  /** The copy of `name` that a workspace gets, by its folder relative to the root (`""`) and the range it asks for. */
  readonly resolveFrom: (folder: string, name: string, range: string | undefined) => LockedPackage | undefined;
  /** The copies of other packages that ask for a copy. */
  readonly dependentsOf: (copy: LockedPackage) => readonly LockedPackage[];
}

/** Turns round what each copy asks for, once and not before somebody wants to know. */
export function dependentsAmong<Copy extends LockedPackage>(
  packages: readonly Copy[],
  asksFor: (copy: Copy) => readonly (LockedPackage | undefined)[],
): Lock["dependentsOf"] {
  let dependentsByKey: Map<string, LockedPackage[]> | undefined;
  const turnedRound = () => {
    const byKey = new Map<string, LockedPackage[]>();
    for (const dependent of packages) {
      for (const key of new Set(asksFor(dependent).map((asked) => asked?.key))) {
        if (key === undefined) continue;
        const known = byKey.get(key);
        if (known === undefined) byKey.set(key, [dependent]);
        else known.push(dependent);
      }
    }
    return byKey;
  };
  return ({ key }) => {
    dependentsByKey ??= turnedRound();
    return dependentsByKey.get(key) ?? [];
  };
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
