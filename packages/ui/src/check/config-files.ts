import { parse as parseToml } from "smol-toml";
import stripJsonComments from "strip-json-comments";
import { textOf } from "./lock.ts";
import type { Project } from "./project.ts";
import { type Manifest, readInside, requested } from "./project-files.ts";

const NEXT_CONFIGS = ["js", "mjs", "cjs", "ts", "mts"].map((ending) => `next.config.${ending}`);
const WRANGLER_FILES = ["wrangler.toml", "wrangler.json", "wrangler.jsonc"];

/** Folders whose Next.js is not told to leave the auth library alone. */
export function nextConfigWithoutAuth({ root, manifests }: Project): readonly string[] {
  return usersOfAuth(manifests)
    .filter((manifest) => requested(manifest).has("next"))
    .map(({ folder }) => folder)
    .filter((folder) => {
      const texts = NEXT_CONFIGS.map((file) => read(root, inFolder(folder, file))).filter((text) => text !== undefined);
      return !texts.some(namesAuthAsExternal);
    });
}

/**
 * Workspaces that ask for the auth library themselves or by way of others; all of them where only packages from
 * elsewhere bring it.
 */
function usersOfAuth(manifests: readonly Manifest[]): readonly Manifest[] {
  const names = new Set(["better-auth"]);
  const users = new Set<Manifest>();
  for (let before = -1; before < users.size; ) {
    before = users.size;
    for (const manifest of manifests) {
      if (![...requested(manifest).keys()].some((name) => names.has(name))) continue;
      users.add(manifest);
      const name = textOf(manifest.json["name"]);
      if (name !== undefined) names.add(name);
    }
  }
  return users.size === 0 ? manifests : [...users];
}

/** The second name is that of Next.js before 15. */
const EXTERNALS = /\bserver(?:ExternalPackages|ComponentsExternalPackages)["'`]?\s*:?\s*/;

function namesAuthAsExternal(config: string): boolean {
  const source = withoutComments(config);
  const [, value] = source.split(EXTERNALS, 2);
  if (value === undefined) return false;
  // A list that is put together elsewhere in the file is not followed: the name somewhere in it is enough.
  return /["'`]better-auth["'`]/.test(value.startsWith("[") ? listAtStart(value) : source);
}

/** Up to the bracket that closes the first one; lists may hold others. */
function listAtStart(source: string): string {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    depth += source[at] === "[" ? 1 : source[at] === "]" ? -1 : 0;
    if (depth === 0) return source.slice(0, at);
  }
  return source;
}

/** Strings are matched too, so that what looks like a comment in them stays; what nothing closes ends with its line or the file. */
function withoutComments(source: string): string {
  return source.replaceAll(
    /("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (_, text: string | undefined) => text ?? " ",
  );
}

/** Configurations of an edge runtime without what Node's own modules need. */
export function edgeWithoutNode({ root, manifests }: Project): readonly string[] {
  return usersOfAuth(manifests)
    .flatMap(({ folder }) => WRANGLER_FILES.map((file) => inFolder(folder, file)))
    .filter((file) => {
      const text = read(root, file);
      return text !== undefined && !hasFlag(text, file);
    });
}

function hasFlag(text: string, file: string): boolean {
  try {
    const config: unknown = file.endsWith(".toml")
      ? parseToml(text)
      : JSON.parse(stripJsonComments(text, { trailingCommas: true }));
    return namesFlag(config);
  } catch {
    // The edge runtime's own tool will say what is wrong; the words still tell whether the flag is meant.
    return /^[^#\n]*"nodejs_compat/m.test(text);
  }
}

/** At the top, or in any environment. */
function namesFlag(config: unknown): boolean {
  const waiting: unknown[] = [config];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [member, value] of Object.entries(next)) {
      if (member === "compatibility_flags" && Array.isArray(value)) {
        if (value.some((flag) => flag === "nodejs_compat" || flag === "nodejs_compat_v2")) return true;
      } else waiting.push(value);
    }
  }
  return false;
}

function inFolder(folder: string, file: string): string {
  return folder === "" ? file : `${folder}/${file}`;
}

/** Characters of a configuration that somebody wrote. */
const LONGEST_CONFIG = 1_000_000;

function read(root: string, file: string): string | undefined {
  try {
    const text = readInside(root, file);
    return text === undefined || text.length > LONGEST_CONFIG ? undefined : text;
  } catch {
    return undefined;
  }
}
