import { parse } from "@yarnpkg/lockfile";
import { load } from "js-yaml";
import {
  dependenciesOf,
  dependentsAmong,
  type Lock,
  type LockedPackage,
  type LockKind,
  type Members,
  membersOf,
  own,
  splitName,
  textOf,
} from "./lock.ts";

interface Entry extends LockedPackage {
  /** `name@range` that this copy answers to. */
  readonly patterns: readonly string[];
  readonly entry: Members;
}

/** `yarn.lock`, classic and berry: they tell which ranges a copy answers to, not where it lies. */
export function readYarnLock(text: string): Lock {
  const isBerry = /^__metadata:/m.test(text);
  return isBerry ? yarnLock("yarn-berry", berryEntries(text)) : yarnLock("yarn", classicEntries(text));
}

function yarnLock(kind: LockKind, packages: readonly Entry[]): Lock {
  const byPattern = new Map(packages.flatMap((one) => one.patterns.map((pattern) => [pattern, one] as const)));
  const byKey = new Map(packages.map((one) => [one.key, one]));
  const byName = Map.groupBy(packages, ({ name }) => name);
  const answer = (name: string, range: string) =>
    byPattern.get(`${name}@${range}`) ??
    byPattern.get(`${name}@npm:${range}`) ??
    byPattern.get(`${name}@patch:${range}`);
  return {
    kind,
    packages,
    // A peer is what the workspace has; the file does not tell whose.
    resolve: (from, name) => {
      const entry = byKey.get(from.key)?.entry ?? {};
      const told = ["dependencies", "optionalDependencies"].map((kind) => textOf(own(own(entry, kind), name)));
      const range = told.find((one) => one !== undefined);
      return range === undefined ? undefined : answer(name, range);
    },
    resolveFrom: (_, name, range) => {
      const told = range === undefined ? undefined : answer(name, range);
      // A range of a catalogue, or one that something overrides, is not in the file.
      if (told !== undefined) return told;
      const copies = byName.get(name) ?? [];
      return copies.length === 1 ? copies[0] : undefined;
    },
    dependentsOf: dependentsAmong(packages, ({ entry }) =>
      dependenciesOf(entry).map(([name, range]) => answer(name, range)),
    ),
  };
}

/** Characters; the reader takes seconds for one of millions. */
const LONGEST_LINE = 100_000;

function classicEntries(text: string): Entry[] {
  if (text.split("\n").some(({ length }) => length > LONGEST_LINE)) throw new TypeError("The lock file has no lines.");
  const { object, type } = parse(text);
  if (type !== "success") throw new TypeError("The lock file has conflicts of a merge.");
  const byCopy = new Map<string, Entry>();
  for (const [pattern, entry] of membersOf(object)) {
    const version = textOf(entry["version"]);
    if (version === undefined) continue;
    const name = realName(pattern);
    const key = `${name}@${version}`;
    const known = byCopy.get(key);
    byCopy.set(key, { key, name, version, entry, patterns: [...(known?.patterns ?? []), pattern] });
  }
  return [...byCopy.values()];
}

/** `alias@npm:real@range` installs the real one. */
function realName(pattern: string): string {
  const [name, range] = splitName(pattern);
  return range.startsWith("npm:") && range.includes("@", 5) ? splitName(range.slice(4))[0] : name;
}

function berryEntries(text: string): Entry[] {
  const entries = membersOf(load(text)).flatMap(([patterns, entry]): Entry[] => {
    const key = textOf(entry["resolution"]);
    const version = textOf(entry["version"]);
    if (key === undefined || version === undefined || /@(workspace|link|portal):/.test(key)) return [];
    return [{ key, name: splitName(key)[0], version, entry, patterns: patterns.split(/,\s*/) }];
  });
  // Of a patched package the file has the original too, which is not installed.
  const patched = new Set(
    entries.filter(({ key }) => key.includes("@patch:")).map(({ name, version }) => `${name}@npm:${version}`),
  );
  return entries.filter(({ key }) => !patched.has(key));
}
