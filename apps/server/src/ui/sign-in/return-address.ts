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
  // What browsers drop or turn while they read an address would make it another one.
  if (/[\p{Cc}\\]/u.test(text) || text !== text.trim()) return undefined;
  const isPath = text.startsWith("/") && !text.startsWith("//");
  if (!isPath && !/^https?:\/\//i.test(text)) return undefined;
  if (!URL.canParse(text, base.origin)) return undefined;
  const address = new URL(text, base.origin);
  if (address.username !== "" || address.password !== "") return undefined;
  return address.origin === base.origin || allowedOrigins.includes(address.origin) ? address : undefined;
}
