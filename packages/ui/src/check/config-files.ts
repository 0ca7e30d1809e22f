import { parse as parseToml } from "smol-toml";
import stripJsonComments from "strip-json-comments";
import type { Project } from "./project.ts";
import { readInside, requested } from "./project-files.ts";

const NEXT_CONFIGS = ["js", "mjs", "cjs", "ts"].map((ending) => `next.config.${ending}`);
const WRANGLER_FILES = ["wrangler.toml", "wrangler.json", "wrangler.jsonc"];

/** Folders whose Next.js is not told to leave the auth library alone. */
export function nextConfigWithoutAuth({ root, manifests }: Project): readonly string[] {
  return manifests
    .filter((manifest) => requested(manifest).has("next") && requested(manifest).has("better-auth"))
    .map(({ folder }) => folder)
    .filter((folder) => {
      const texts = NEXT_CONFIGS.map((file) => read(root, inFolder(folder, file))).filter((text) => text !== undefined);
      return !texts.some(namesAuthAsExternal);
    });
}

function namesAuthAsExternal(config: string): boolean {
  const [, list = ""] = /serverExternalPackages\s*:\s*\[([^\]]*)\]/.exec(withoutComments(config)) ?? [];
  return /["'`]better-auth["'`]/.test(list);
}

/** Strings are matched too, so that what looks like a comment in them stays. */
function withoutComments(source: string): string {
  return source.replaceAll(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, text: string | undefined) => text ?? " ",
  );
}

/** Configurations of an edge runtime without what Node's own modules need. */
export function edgeWithoutNode({ root, manifests }: Project): readonly string[] {
  return manifests
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

function read(root: string, file: string): string | undefined {
  try {
    return readInside(root, file);
  } catch {
    return undefined;
  }
}
