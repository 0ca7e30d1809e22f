import { loadAll } from "js-yaml";
import {
  dependenciesOf,
  dependentsAmong,
  isMembers,
  type Lock,
  type LockedPackage,
  type Members,
  membersOf,
  own,
  textOf,
} from "./lock.ts";

interface Snapshot extends LockedPackage {
  readonly entry: Members;
}

/**
 * `pnpm-lock.yaml`, versions 5 to 9. A version under two sets of peers is two copies. From pnpm 11 on a document of its
 * own may stand before that of the project: what configures pnpm itself.
 */
export function readPnpmLock(text: string): Lock {
  const lock: unknown = loadAll(text).at(-1);
  if (!isMembers(lock)) throw new TypeError("The lock file is no mapping.");
  const entries = membersOf(own(lock, "snapshots") ?? own(lock, "packages"));
  const packages = entries.flatMap(([key, entry]): Snapshot[] => {
    const [name, version] = nameAndVersion(key, entry);
    return name === "" ? [] : [{ key, name, version, entry }];
  });
  const importers = new Map(importersOf(lock));
  const byKey = new Map(packages.map((copy) => [copy.key, copy]));
  const copyOf = ([name, version]: readonly [string, string]) =>
    [`${name}@${version}`, `/${name}@${version}`, `/${name}/${version}`, version]
      .map((key) => byKey.get(key))
      .find((copy) => copy !== undefined);
  const dependency = (of: readonly (readonly [string, string])[] | undefined, name: string) => {
    const told = of?.find(([asked]) => asked === name);
    return told === undefined ? undefined : copyOf(told);
  };
  return {
    kind: "pnpm",
    packages,
    resolve: ({ key }, name) => dependency(dependenciesOf(byKey.get(key)?.entry ?? {}), name) ?? peerIn(key, name),
    resolveFrom: (folder, name) => dependency(importers.get(folder), name),
    dependentsOf: dependentsAmong(packages, ({ entry }) => dependenciesOf(entry).map(copyOf)),
  };
}

/** What each workspace gets, by its folder; of a single project the file itself. */
function importersOf(lock: Members): [string, (readonly [string, string])[]][] {
  const listed = membersOf(own(lock, "importers"));
  const importers = listed.length > 0 ? listed : [[".", lock] as const];
  return importers.map(([folder, entry]) => [folder === "." ? "" : folder, askedBy(entry)]);
}

function askedBy(entry: Members): (readonly [string, string])[] {
  return ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) => {
    const asked = own(entry, kind);
    if (!isMembers(asked)) return [];
    return Object.entries(asked).flatMap(([name, told]) => {
      const version = isMembers(told) ? textOf(told["version"]) : textOf(told);
      return version === undefined ? [] : [[name, version] as const];
    });
  });
}

/** `/react/18.2.0`, `/a/1.0.0_react@18.2.0`, `/a@1.0.0(react@18.2.0)`, `a@1.0.0(react@18.2.0)`. */
function nameAndVersion(key: string, entry: Members): readonly [string, string] {
  const told = textOf(entry["name"]);
  const path = key.replace(/^\//, "");
  const [, name = "", version = ""] = /^(@[^/@]+\/[^/@]+|[^/@(]+)[/@]([^(]+)/.exec(path) ?? [];
  return [told ?? name, textOf(entry["version"]) ?? bareVersion(version)];
}

function bareVersion(version: string): string {
  // An alias names the package it stands for.
  const plain = version.replace(/\(.*$/, "").replace(/^\/?(@[^/@]+\/)?[^/@\d][^/@]*[@/](?=\d)/, "");
  return plain.split("_")[0] ?? plain;
}

/** Older files tell peers by the key alone. */
function peerIn(key: string, name: string): LockedPackage | undefined {
  const at = [`(${name}@`, `_${name}@`, `+${name}@`].map((mark) => key.indexOf(mark)).find((index) => index >= 0);
  const version = at === undefined ? undefined : /\d[^)(_+]*/.exec(key.slice(at + name.length + 1))?.[0];
  return version === undefined ? undefined : { name, version, key: `${name}@${version}` };
}
