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

/** A lock file that lists places, as npm's and bun's do. */
export function treeLock({ kind, packages, placeOf, placeAround }: TreeLockOptions): Lock {
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
