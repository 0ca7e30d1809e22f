import { globSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { load } from "js-yaml";
import { isMembers, type Members, own, textOf } from "./lock.ts";
import { isSearchable } from "./workspace-patterns.ts";

/** Bytes of a file that is read; larger ones are treated as unreadable. */
const LONGEST = 50 * 1024 * 1024;

/** A `package.json` of a project. */
export interface Manifest {
  /** Relative to the root, `""` for the root's. */
  readonly folder: string;
  readonly json: Members;
}

/** A project cannot be checked. */
export class CheckError extends Error {
  readonly code: "no_package_json" | "package_json_invalid";

  constructor(code: CheckError["code"], detail: string, options?: { cause?: unknown }) {
    super(detail, options);
    this.name = "CheckError";
    this.code = code;
  }
}

/**
 * The text of a file of a project; `undefined` when there is none, or when it is a link that leads out of the project.
 *
 * @throws RangeError for a file of more than 50 MB
 */
export function readInside(root: string, file: string): string | undefined {
  try {
    const path = realpathSync(join(root, file));
    if (!path.startsWith(`${realpathSync(root)}${sep}`)) return undefined;
    const { size } = statSync(path);
    if (size > LONGEST) throw new RangeError(`${file} has ${size} bytes; ${LONGEST} are read.`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

/** The manifests of a project: the root's, and those of its workspaces. */
export function readManifests(root: string): readonly Manifest[] {
  const json = rootManifest(root);
  if (json === undefined) throw new CheckError("package_json_invalid", `package.json in ${root} is no JSON object.`);
  return [{ folder: "", json }, ...workspacesOf(root, json)];
}

function rootManifest(root: string): Members | undefined {
  try {
    const text = readInside(root, "package.json");
    if (text === undefined) throw new CheckError("no_package_json", `There is no package.json in ${root}.`);
    return parsed(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CheckError("package_json_invalid", error.message, { cause: error });
  }
}

/** A manifest of a workspace that cannot be read is passed over, as package managers do until they want it. */
function workspaceManifest(root: string, folder: string): Members | undefined {
  try {
    const text = readInside(root, join(folder, "package.json"));
    return text === undefined ? undefined : parsed(text);
  } catch {
    return undefined;
  }
}

/** Of workspaces. */
const MOST_PATTERNS = 1000;

function workspacesOf(root: string, json: Members): Manifest[] {
  const patterns = [...listOf(json["workspaces"]), ...pnpmPatterns(root)].slice(0, MOST_PATTERNS);
  const searchable = (ones: readonly string[]) =>
    ones.map((pattern) => pattern.replace(/^\.\//, "").replace(/\/$/, "")).filter(isSearchable);
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  const folders = globSync(searchable(wanted), { cwd: root, exclude: ["**/node_modules", ...searchable(excluded)] });
  return [...new Set(folders)].sort().flatMap((folder): Manifest[] => {
    const manifest = workspaceManifest(root, folder);
    return manifest === undefined ? [] : [{ folder: folder.split(sep).join("/"), json: manifest }];
  });
}

function pnpmPatterns(root: string): readonly string[] {
  try {
    return listOf(own(load(readInside(root, "pnpm-workspace.yaml") ?? ""), "packages"));
  } catch {
    // The package manager will say so; here there are no further workspaces then.
    return [];
  }
}

function listOf(value: unknown): readonly string[] {
  const list = isMembers(value) ? value["packages"] : value;
  return Array.isArray(list) ? list.filter((one) => textOf(one) !== undefined) : [];
}

function parsed(text: string): Members | undefined {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isMembers(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** What a manifest asks for under some kinds of dependencies. */
export function requested(
  { json }: Manifest,
  kinds: readonly string[] = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"],
): ReadonlyMap<string, string> {
  const pairs = [...kinds].reverse().flatMap((kind) => {
    const asked = own(json, kind);
    return isMembers(asked) ? Object.entries(asked) : [];
  });
  return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}
