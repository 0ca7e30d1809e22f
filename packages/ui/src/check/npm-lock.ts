import { isMembers, type Lock, type Members, membersOf, own, textOf } from "./lock.ts";
import { type PlacedPackage, treeLock } from "./tree-lock.ts";

/** `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3. */
export function readNpmLock(text: string): Lock {
  const lock: unknown = JSON.parse(text);
  if (!isMembers(lock)) throw new TypeError("The lock file is no object.");
  const packages = own(lock, "packages");
  return isMembers(packages) ? ofPackages(packages) : ofDependencies(lock);
}

function ofPackages(entries: Members): Lock {
  const placed = membersOf(entries).flatMap(([key, entry]): PlacedPackage[] => {
    const at = key.lastIndexOf("node_modules/");
    const version = textOf(entry["version"]);
    // A link is a workspace, which has an entry of its own.
    if (at < 0 || version === undefined || entry["link"] === true) return [];
    return [{ key, name: textOf(entry["name"]) ?? key.slice(at + "node_modules/".length), version, entry }];
  });
  return treeLock({ kind: "npm", packages: placed, placeOf, placeAround });
}

function placeOf(folder: string, name: string): string {
  return `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
}

function placeAround(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
}

/** Version 1 nests what lies in a package. */
function ofDependencies(lock: Members): Lock {
  const placed: PlacedPackage[] = [];
  const waiting: { readonly prefix: string; readonly holder: Members }[] = [{ prefix: "", holder: lock }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [name, entry] of membersOf(own(next.holder, "dependencies"))) {
      const key = `${next.prefix}node_modules/${name}`;
      const version = textOf(entry["version"]);
      if (version === undefined) continue;
      if (version.startsWith("file:")) {
        waiting.push({ prefix: `${version.slice("file:".length)}/`, holder: entry });
        continue;
      }
      placed.push({ key, ...aliased(name, version), entry: { dependencies: entry["requires"] } });
      waiting.push({ prefix: `${key}/`, holder: entry });
    }
  }
  return treeLock({ kind: "npm", packages: placed, placeOf, placeAround });
}

/** `npm:other@1.0.0` in place of a version. */
function aliased(name: string, version: string): { readonly name: string; readonly version: string } {
  const [, real, exact] = /^npm:(@?[^@]+)@(.+)$/.exec(version) ?? [];
  return real === undefined || exact === undefined ? { name, version } : { name: real, version: exact };
}
