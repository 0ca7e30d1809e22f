import { readLinkTarget, readLocalPath } from "@vedette/client/link-target";

/**
 * Where somebody goes after signing in: a path of this server, or an address of an origin that is let in.
 *
 * @param text - what the page asked for; empty or absent for the first page
 * @param base - origin and first page of this server
 * @returns an absolute address; `undefined` for one that leads elsewhere
 */
export function readReturnAddress(
  text: string | undefined,
  base: URL,
  allowedOrigins: readonly string[],
): URL | undefined {
  if (text === undefined || text === "") return base;
  // Characters that browsers drop or turn would make it another URL.
  if (/[\p{Cc}\\]/u.test(text)) return undefined;
  const target = readLinkTarget(text);
  if (target?.href !== text || (target.kind !== "web" && readLocalPath(text) === undefined)) return undefined;
  const address = new URL(text, base.origin);
  return address.origin === base.origin || allowedOrigins.includes(address.origin) ? address : undefined;
}
