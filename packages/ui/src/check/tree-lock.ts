import { dependenciesOf, type Lock, type LockedPackage, type LockKind, type Members } from "./lock.ts";

/** A copy at a place of a tree in which who asks is answered by the nearest folder. */
export interface PlacedPackage extends LockedPackage {
  readonly entry: Members;
}

interface TreeLockOptions {
  readonly kind: LockKind;
  /** Between a place and what lies in it: `/node_modules/` of npm, `/` of bun. */
  readonly separator: string;
  readonly packages: readonly PlacedPackage[];
  /** What workspaces ask for, by their place. */
  readonly workspaces: ReadonlyMap<string, Members>;
}

/** A lock file that lists places, as npm's and bun's do. */
export function treeLock({ kind, separator, packages, workspaces }: TreeLockOptions): Lock {
  const byPlace = new Map(packages.map((copy) => [copy.key, copy]));
  const nearest = (place: string, name: string): PlacedPackage | undefined => {
    for (const folder of foldersAbove(place, separator)) {
      const found = byPlace.get(folder === "" ? withoutLead(`${separator}${name}`) : `${folder}${separator}${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const askers = [
    ...packages.map(({ key, name, entry }) => ({ place: key, name, entry })),
    ...[...workspaces].map(([place, entry]) => ({ place, name: place === "" ? "." : place, entry })),
  ];
  return {
    kind,
    packages,
    resolve: (from, name) => nearest(from.key, name)?.version,
    resolveFrom: (folder, name) => nearest(folder, name),
    bringersOf: (copy) => {
      const name = copy.key.split(separator).at(-1) ?? copy.name;
      return askers
        .filter(({ entry }) => dependenciesOf(entry).some(([asked]) => asked === name || asked === copy.name))
        .filter(({ place }) => nearest(place, name)?.key === copy.key)
        .map((asker) => asker.name);
    },
  };
}

/** A place and all places around it, the root last. */
function foldersAbove(place: string, separator: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = place; folder !== ""; ) {
    folders.push(folder);
    const cut = Math.max(folder.lastIndexOf(separator), folder.lastIndexOf("/"));
    folder = cut < 0 ? "" : folder.slice(0, cut);
  }
  return [...folders, ""];
}

function withoutLead(path: string): string {
  return path.replace(/^\//, "");
}
