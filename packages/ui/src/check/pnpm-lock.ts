import { loadAll } from "js-yaml";
import {
  dependenciesOf,
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
  return {
    kind: "pnpm",
    packages,
    resolve: (from, name) => {
      const entry = packages.find(({ key }) => key === from.key)?.entry ?? {};
      const told = dependenciesOf(entry).find(([dependency]) => dependency === name)?.[1];
      return told === undefined ? peerIn(from.key, name) : bareVersion(told);
    },
    resolveFrom: (folder, name) => {
      const told = importers.get(folder)?.find(([dependency]) => dependency === name)?.[1];
      return told === undefined ? undefined : packages.find((copy) => isCopy([name, told], copy));
    },
    bringersOf: (copy) => [
      ...packages.filter(({ entry }) => dependenciesOf(entry).some((one) => isCopy(one, copy))).map(({ name }) => name),
      ...[...importers].filter(([, asked]) => asked.some((one) => isCopy(one, copy))).map(([folder]) => folder || "."),
    ],
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

function peerIn(key: string, name: string): string | undefined {
  const at = [`(${name}@`, `_${name}@`, `+${name}@`].map((mark) => key.indexOf(mark)).find((index) => index >= 0);
  return at === undefined ? undefined : /\d[^)(_+]*/.exec(key.slice(at + name.length + 1))?.[0];
}

function isCopy([name, version]: readonly [string, string], copy: LockedPackage): boolean {
  return [`${name}@${version}`, `/${name}@${version}`, `/${name}/${version}`, version].includes(copy.key);
}
