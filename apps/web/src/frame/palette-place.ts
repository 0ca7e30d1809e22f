import type { LucideIcon } from "lucide-react";

/** What the palette offers: a page, something that people made, or an act. */
export interface PalettePlace {
  readonly label: string;
  /** Where it lies, or what it is. */
  readonly about?: string;
  readonly icon: LucideIcon;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
  /** The address that it leads to, or what it does. */
  readonly open: string | (() => void);
  /** The server was asked for it. */
  readonly isFound?: true;
}

/** Tells places apart that can be told apart: names alone are not the only ones of their kind. */
export function keyOf({ label, about = "", open }: PalettePlace): string {
  return JSON.stringify([label, about, typeof open === "string" ? open : ""]);
}

/** How well a name fits what was typed, the best first: it begins so, a word of it does, it has it within, or not at all. */
export function rankOf(label: string, query: string): number {
  const wanted = plain(query);
  const name = plain(label);
  if (name.startsWith(wanted)) return 0;
  const at = name.indexOf(wanted);
  if (at < 0) return 3;
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) || name.includes(` ${wanted}`) ? 1 : 2;
}

/** Whether a name has what was typed, accents or not. */
export function isNamed(label: string, query: string): boolean {
  return plain(label).includes(plain(query));
}

/** `Wände` is found by `wand`, and by `wände`. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
}
