import { minVersion } from "semver";
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
  /** The version of another package that this copy sees. */
  readonly sees: (name: string) => string | undefined;
}

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
  const copies = lock === undefined ? askedFor(manifests) : installed(lock, manifests);
  const interesting = copies.filter(({ name }) => isInteresting(name));
  const names = new Set(copies.map(({ name }) => name));
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
      if (text === undefined || text.trim() === "") continue;
      return { file, kind, lock: read(text) };
    } catch (error) {
      return { file, kind, problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
    }
  }
  return {};
}

function installed(lock: Lock, manifests: readonly Manifest[]): readonly Copy[] {
  return lock.packages.map((locked) => ({
    name: locked.name,
    version: locked.version,
    get requested() {
      const asker = manifests.find((one) => asksFor(lock, one, locked));
      return asker === undefined ? undefined : requested(asker).get(locked.name);
    },
    get broughtBy() {
      const direct = manifests.filter((one) => asksFor(lock, one, locked)).map(({ folder }) => folder || ".");
      return [...new Set([...direct, ...lock.bringersOf(locked)])].slice(0, 20);
    },
    sees: (name) => lock.resolve(locked, name) ?? seenByAsker(lock, manifests, { locked, name }),
  }));
}

type Locked = Lock["packages"][number];

function asksFor(lock: Lock, manifest: Manifest, { name, key }: Locked): boolean {
  const range = requested(manifest).get(name);
  return range !== undefined && lock.resolveFrom(manifest.folder, name, range)?.key === key;
}

/** What the workspace has that asks for a copy: of files that do not tell whose peers are whose. */
function seenByAsker(
  lock: Lock,
  manifests: readonly Manifest[],
  { locked, name }: { readonly locked: Locked; readonly name: string },
): string | undefined {
  const asker = manifests.find((one) => asksFor(lock, one, locked)) ?? manifests[0];
  const of = (manifest: Manifest | undefined) => {
    const range = manifest === undefined ? undefined : requested(manifest).get(name);
    return range === undefined || manifest === undefined ? undefined : lock.resolveFrom(manifest.folder, name, range);
  };
  return (of(asker) ?? of(manifests[0]) ?? lock.resolveFrom("", name, undefined))?.version;
}

/** Without a lock file a range over several majors is judged by its lowest. */
function askedFor(manifests: readonly Manifest[]): readonly Copy[] {
  return manifests.flatMap((manifest) =>
    [...requested(manifest)].flatMap(([name, range]): Copy[] => {
      const version = lowestOf(range);
      if (version === undefined) return [];
      const sees = (other: string) =>
        lowestOf(requested(manifest).get(other)) ??
        (manifests[0] === undefined ? undefined : lowestOf(requested(manifests[0]).get(other)));
      return [{ name, version, requested: range, broughtBy: [manifest.folder || "."], sees }];
    }),
  );
}

function lowestOf(range: string | undefined): string | undefined {
  const plain = range?.replace(/^(workspace|npm):(@?[^@]+@)?/, "");
  // Anything is no statement about a version.
  if (plain === undefined || /^(\*|latest|next|)$/.test(plain.trim())) return undefined;
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
