import { dependenciesOf, dependentsAmong, type Lock, type LockedPackage, type LockKind, type Members } from "./lock.ts";

/** A copy at a place of a tree in which who asks is answered by the nearest folder. */
export interface PlacedPackage extends LockedPackage {
  readonly entry: Members;
}

interface TreeLockOptions {
  readonly kind: LockKind;
  readonly packages: readonly PlacedPackage[];
  /** Where `name` lies when it is in `place`; `""` is the root. */
  readonly placeOf: (place: string, name: string) => string;
  /** The place around another one; that around the outermost is the root, `""`. */
  readonly placeAround: (place: string) => string;
}

/** No file system has a longer path, and no tree is as deep. */
const LONGEST_PLACE = 4096;
const DEEPEST_PLACE = 200;

/** A lock file that lists places, as npm's and bun's do. */
export function treeLock({ kind, packages: listed, placeOf, placeAround }: TreeLockOptions): Lock {
  const packages = listed.filter(({ key }) => key.length <= LONGEST_PLACE && key.split("/").length <= DEEPEST_PLACE);
  const byPlace = new Map(packages.map((copy) => [copy.key, copy]));
  const nearest = (from: string, name: string): PlacedPackage | undefined => {
    for (let place = from; ; place = placeAround(place)) {
      const found = byPlace.get(placeOf(place, name));
      if (found !== undefined || place === "") return found;
    }
  };
  return {
    kind,
    packages,
    resolve: (from, name) => nearest(from.key, name),
    resolveFrom: (folder, name) => nearest(folder, name),
    dependentsOf: dependentsAmong(packages, ({ key, entry }) =>
      dependenciesOf(entry).map(([name]) => nearest(key, name)),
    ),
  };
}
