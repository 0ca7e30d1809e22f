import type { HtmlPlace } from "./html-place.ts";

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Programs instead of addresses, whatever white space and control characters they are dressed in. */
const PROGRAM = /^(?:javascript|vbscript|data):/i;

/** Writes a value so that it is nothing but text in its place. */
export function escapeFor(place: HtmlPlace, text: string): string {
  if (place.kind === "nowhere") return "";
  if (place.kind === "text") return escapeHtml(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers pass over them in an address
  const safe = place.isAddressStart && PROGRAM.test(text.replace(/[\u0000-\u0020]/g, "")) ? "#" : text;
  return place.quoted ? escapeHtml(safe) : safe.replace(/[^A-Za-z0-9._~:/?@-]/gu, numbered);
}

/** Text between tags or in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}

function numbered(sign: string): string {
  return `&#${sign.codePointAt(0) ?? 0xfffd};`;
}
