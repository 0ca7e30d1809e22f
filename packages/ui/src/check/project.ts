import { minVersion } from "semver";
import { askersIn, type Neighbour, realName } from "./askers.ts";
import { readBunLock } from "./bun-lock.ts";
import type { Lock, LockKind } from "./lock.ts";
import { readNpmLock } from "./npm-lock.ts";
import { readPnpmLock } from "./pnpm-lock.ts";
import { type Manifest, readInside, readManifests, requested } from "./project-files.ts";
import { readYarnLock } from "./yarn-lock.ts";

/** A project as the rules see it. */
export interface Project {
  readonly root: string;
  readonly manifests: readonly Manifest[];
  readonly lockfile: string | undefined;
  readonly lock: Lock | undefined;
  /** Why the lock file could not be read. */
  readonly lockProblem: string | undefined;
  readonly packageManager: { readonly name: string; readonly version: string | null };
  /** Every copy of a package that is installed, or asked for where nothing tells what is installed. */
  readonly copies: readonly Copy[];
  readonly has: (name: string) => boolean;
}

export interface Copy {
  readonly name: string;
  readonly version: string;
  readonly requested: string | undefined;
  readonly broughtBy: readonly string[];
  /** Known from the lock file; else the lowest version that a `package.json` asks for. */
  readonly isInstalled: boolean;
  /** The versions of another package beside which this copy is used: several where workspaces share it. */
  readonly besides: (name: string) => readonly Neighbour[];
}

/** Of those who bring a copy; the first are enough to find it. */
const MOST_PATHS = 20;

/** What is installed for certain: the others may be left out. */
const INSTALLED_KINDS = ["dependencies", "devDependencies"];

/** Lock files in the order in which they count. */
const LOCK_FILES: readonly (readonly [string, (text: string) => Lock, LockKind])[] = [
  ["package-lock.json", readNpmLock, "npm"],
  ["npm-shrinkwrap.json", readNpmLock, "npm"],
  ["pnpm-lock.yaml", readPnpmLock, "pnpm"],
  ["yarn.lock", readYarnLock, "yarn"],
  ["bun.lock", readBunLock, "bun"],
];

/** Reads the files of a project; runs nothing and asks nobody. */
export function readProject(root: string, isInteresting: (name: string) => boolean): Project {
  const manifests = readManifests(root);
  const { file, lock, problem, kind } = readLock(root);
  const copies =
    lock === undefined ? askedFor(manifests) : [...installed(lock, manifests), ...askedForSince(lock, manifests)];
  const interesting = copies.filter(({ name }) => isInteresting(name));
  // A version that nothing tells, as of `latest`, is there all the same.
  const asked = manifests.flatMap((one) => [
    ...requested(one, lock === undefined ? undefined : INSTALLED_KINDS).keys(),
  ]);
  const names = new Set([...copies.map(({ name }) => name), ...asked]);
  return {
    root,
    manifests,
    lockfile: file,
    lock,
    lockProblem: problem,
    packageManager: packageManagerOf(manifests[0], kind),
    copies: interesting,
    has: (name) => names.has(name),
  };
}

interface ReadLock {
  readonly file?: string;
  readonly lock?: Lock;
  readonly problem?: string;
  readonly kind?: LockKind;
}

function readLock(root: string): ReadLock {
  for (const [file, read, kind] of LOCK_FILES) {
    try {
      const text = readInside(root, file);
      // Yarn makes an empty file to mark where a project begins.
      if (text === undefined || (kind === "yarn" && text.trim() === "")) continue;
      return { file, kind, lock: read(text) };
    } catch (error) {
      return { file, kind, problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
    }
  }
  return {};
}

function installed(lock: Lock, manifests: readonly Manifest[]): readonly Copy[] {
  const { directly, neighbours } = askersIn(lock, manifests);
  return lock.packages.map((locked) => ({
    name: locked.name,
    version: locked.version,
    isInstalled: true,
    get requested() {
      return directly(locked)[0]?.range;
    },
    get broughtBy() {
      const direct = directly(locked).map(({ manifest }) => manifest.folder || ".");
      return [...new Set([...direct, ...lock.dependentsOf(locked).map(({ name }) => name)])].slice(0, MOST_PATHS);
    },
    besides: (name) => neighbours(locked, name),
  }));
}

/** Without a lock file a range over several majors is judged by its lowest. */
function askedFor(manifests: readonly Manifest[], kinds?: readonly string[]): readonly Copy[] {
  const [root] = manifests;
  return manifests.flatMap((manifest) =>
    [...requested(manifest, kinds)].flatMap(([name, range]): Copy[] => {
      const version = lowestOf(range);
      if (version === undefined) return [];
      const folder = manifest.folder || ".";
      const besides = (other: string) => {
        const asked = requested(manifest).get(other) ?? (root === undefined ? undefined : requested(root).get(other));
        const lowest = asked === undefined || realName(other, asked) !== other ? undefined : lowestOf(asked);
        return lowest === undefined ? [] : [{ version: lowest, folders: [folder] }];
      };
      return [
        { name: realName(name, range), version, isInstalled: false, requested: range, broughtBy: [folder], besides },
      ];
    }),
  );
}

/** What was asked for since the lock file was written. */
function askedForSince(lock: Lock, manifests: readonly Manifest[]): readonly Copy[] {
  const known = new Set([...lock.packages.map(({ name }) => name), ...manifests.map(({ json }) => json["name"])]);
  return askedFor(manifests, INSTALLED_KINDS).filter(({ name }) => !known.has(name));
}

/** Characters of a range that is read. */
const LONGEST_RANGE = 1000;

export function lowestOf(range: string | undefined): string | undefined {
  const plain = range?.replace(/^(workspace|npm):(@?[^@]+@)?/, "");
  // Anything is no statement about a version.
  if (plain === undefined || plain.length > LONGEST_RANGE || /^(\*|latest|next|)$/.test(plain.trim())) return undefined;
  try {
    return minVersion(plain)?.version;
  } catch {
    return undefined;
  }
}

function packageManagerOf(root: Manifest | undefined, kind: LockKind | undefined) {
  const told = root?.json["packageManager"];
  const [, name, version] = /^([a-z]+)@(\d[^+]*)/.exec(typeof told === "string" ? told : "") ?? [];
  if (name !== undefined && version !== undefined) return { name, version };
  return { name: kind === "yarn-berry" ? "yarn" : (kind ?? "npm"), version: null };
}
