import stripJsonComments from "strip-json-comments";
import { isMembers, type Lock, membersOf, own, splitName, textOf } from "./lock.ts";
import { type PlacedPackage, treeLock } from "./tree-lock.ts";

/** `bun.lock`: JSON with commas at the end; keys are the names on the way to a copy. */
export function readBunLock(text: string): Lock {
  const lock: unknown = JSON.parse(stripJsonComments(text, { trailingCommas: true }));
  const entries = own(lock, "packages");
  if (!isMembers(entries)) throw new TypeError("The lock file has no packages.");
  const packages = Object.entries(entries).flatMap(([key, entry]): PlacedPackage[] => {
    if (!Array.isArray(entry)) return [];
    const [name, version] = splitName(textOf(entry[0]) ?? "");
    if (!/^\d/.test(version)) return [];
    return [{ key, name, version, entry: entry.find(isMembers) ?? {} }];
  });
  const names = new Map(membersOf(own(lock, "workspaces")).map(([folder, entry]) => [folder, textOf(entry["name"])]));
  const tree = treeLock({
    kind: "bun",
    packages,
    placeOf: (place, name) => (place === "" ? name : `${place}/${name}`),
    // A name with a scope is one place, not two.
    placeAround: (place) => place.replace(/(^|\/)(@[^/]*\/)?[^/]*$/, ""),
  });
  // What is only for one workspace stands under its name.
  return { ...tree, resolveFrom: (folder, name, range) => tree.resolveFrom(names.get(folder) ?? folder, name, range) };
}
