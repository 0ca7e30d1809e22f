import { isMembers, type Lock, type LockedPackage, own, textOf } from "./lock.ts";
import { type Manifest, requested } from "./project-files.ts";

/** A workspace that asks for a copy itself. */
export interface Asker {
  readonly manifest: Manifest;
  readonly range: string;
}

/** A version of another package beside which a copy is used, and the workspaces in which it is. */
export interface Neighbour {
  readonly version: string;
  readonly folders: readonly string[];
}

/** From dependent to dependent, in all: no project has as many, but a file may be made to be walked for ever. */
const MOST_STEPS = 1_000_000;

/** Who asks for what of a lock file. The first manifest is that of the root. */
export function askersIn(lock: Lock, manifests: readonly Manifest[]) {
  const [root] = manifests;
  const rangesByManifest = new Map(manifests.map((manifest) => [manifest, requested(manifest)]));
  const given = (manifest: Manifest, name: string): LockedPackage | undefined => {
    const range = rangesByManifest.get(manifest)?.get(name);
    if (range === undefined) return undefined;
    return lock.resolveFrom(manifest.folder, name, overrideOf(root, name) ?? range);
  };
  let askersByKey: Map<string, Asker[]> | undefined;
  const allAskers = () => {
    const byKey = new Map<string, Asker[]>();
    for (const [manifest, ranges] of rangesByManifest) {
      for (const [name, range] of ranges) {
        const copy = given(manifest, name);
        if (copy === undefined || realName(name, range) !== copy.name) continue;
        const known = byKey.get(copy.key);
        if (known === undefined) byKey.set(copy.key, [{ manifest, range }]);
        else known.push({ manifest, range });
      }
    }
    return byKey;
  };
  const directly = ({ key }: LockedPackage): readonly Asker[] => {
    askersByKey ??= allAskers();
    return askersByKey.get(key) ?? [];
  };
  let stepsLeft = MOST_STEPS;
  /** Those who ask for what brings a copy. */
  const byWayOfOthers = (copy: LockedPackage): readonly Asker[] => {
    const known = new Set([copy.key]);
    const waiting = [copy];
    const askers: Asker[] = [];
    for (let next = waiting.pop(); next !== undefined && stepsLeft > 0; next = waiting.pop(), stepsLeft--) {
      askers.push(...directly(next));
      for (const dependent of lock.dependentsOf(next)) {
        if (known.has(dependent.key)) continue;
        known.add(dependent.key);
        waiting.push(dependent);
      }
    }
    return askers;
  };
  const neighbours = (copy: LockedPackage, name: string): readonly Neighbour[] => {
    const around = lock.resolve(copy, name);
    const asking = directly(copy);
    if (asking.length === 0 && around !== undefined) return namedSo([[around, undefined]], name);
    const askers = asking.length === 0 ? byWayOfOthers(copy) : asking;
    const ofRoot = root === undefined ? undefined : given(root, name);
    const instead = around ?? ofRoot ?? lock.resolveFrom("", name, undefined);
    const found = askers.map(({ manifest }) => [given(manifest, name) ?? instead, manifest.folder || "."] as const);
    return namedSo(found.length === 0 ? [[instead, undefined]] : found, name);
  };
  return { directly, neighbours };
}

/** By version. What stands under a name may be another package, which is nobody's business here. */
function namedSo(
  found: readonly (readonly [LockedPackage | undefined, string | undefined])[],
  name: string,
): readonly Neighbour[] {
  const foldersByVersion = new Map<string, Set<string>>();
  for (const [copy, folder] of found) {
    if (copy?.name !== name) continue;
    const folders = foldersByVersion.get(copy.version) ?? new Set();
    if (folder !== undefined) folders.add(folder);
    foldersByVersion.set(copy.version, folders);
  }
  return [...foldersByVersion].map(([version, folders]) => ({ version, folders: [...folders] }));
}

/** What the root says that everybody gets, whatever they ask for; of Yarn, where the lock file tells it by that range alone. */
function overrideOf(root: Manifest | undefined, name: string): string | undefined {
  const resolutions = own(root?.json, "resolutions");
  return isMembers(resolutions) ? textOf(own(resolutions, name) ?? own(resolutions, `**/${name}`)) : undefined;
}

/** `npm:other@1.0.0` asks for another package than its name says. */
export function realName(name: string, range: string): string {
  return /^npm:(@?[^@]+)(@|$)/.exec(range)?.[1] ?? name;
}
