import { createRequire } from "node:module";
import { SYMBOL_ALIASES } from "./symbol-alias.ts";

/** No name of the set, and no alias, is longer. */
const LONGEST_NAME = 64;

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  /** Older names. */
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

let loaded: IconSet | undefined;

/** Lucide, read when the first symbol is asked for. */
function iconSet(): IconSet {
  if (loaded === undefined) {
    const set: IconSet = createRequire(import.meta.url)("@iconify-json/lucide/icons.json");
    loaded = set;
  }
  return loaded;
}

/**
 * The drawing of a symbol, 24 by 24, with `stroke-width="2"`. The name is looked up and never used as a path: as the
 * set's own name, as an SF Symbols alias, with dots as hyphens, and the same without a trailing `.fill`.
 */
export function findSymbol(name: string): string | undefined {
  if (name === "" || name.length > LONGEST_NAME) return undefined;
  const plain = name.replace(/\.fill$/, "");
  return (
    bodyOf(name) ??
    bodyOf(SYMBOL_ALIASES.get(name)) ??
    bodyOf(name.replaceAll(".", "-")) ??
    bodyOf(SYMBOL_ALIASES.get(plain)) ??
    bodyOf(plain.replaceAll(".", "-"))
  );
}

function bodyOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const { icons, aliases = {} } = iconSet();
  if (Object.hasOwn(icons, name)) return icons[name]?.body;
  const parent = Object.hasOwn(aliases, name) ? aliases[name]?.parent : undefined;
  return parent !== undefined && Object.hasOwn(icons, parent) ? icons[parent]?.body : undefined;
}
