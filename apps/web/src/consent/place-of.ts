/** Where an answer goes, as people can judge it. */
export type Place =
  | { readonly kind: "site"; readonly host: string }
  | { readonly kind: "machine" }
  | { readonly kind: "app"; readonly scheme: string };

/** Reads a registered redirect address. */
export function placeOf(redirectUri: string): Place {
  const url = URL.parse(redirectUri);
  if (url === null) return { kind: "site", host: redirectUri };
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== "https" && scheme !== "http") return { kind: "app", scheme };
  const isMachine = url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d+){3}$/.test(url.hostname);
  return isMachine ? { kind: "machine" } : { kind: "site", host: url.host };
}
