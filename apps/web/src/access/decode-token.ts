/** The two readable parts of an access token. */
export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Reads a JWT without checking who signed it; `undefined` for anything else. */
export function decodeToken(text: string): DecodedToken | undefined {
  const parts = text.trim().split(".");
  if (parts.length !== 3) return undefined;
  const [header, claims] = parts.slice(0, 2).map(objectOf);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

function objectOf(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
