import { argumentError, checkObject } from "../errors.ts";

/** One header line. Names are as on the wire unless said otherwise. */
export interface HeaderEntry {
  readonly name: string;
  readonly value: string;
}

/** Headers as handlers give them: values become strings, `undefined` removes, an array is one line per value. */
export type HeaderMap = Readonly<Record<string, unknown>>;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Names whose values stay those of the client, whatever a handler says. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "accept-charset",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "connection",
  "content-length",
  "cookie",
  "date",
  "dnt",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);
const METHOD_OVERRIDES: ReadonlySet<string> = new Set(["x-http-method", "x-http-method-override", "x-method-override"]);

/**
 * Reads the headers a handler gave: lower-case names, string values, one entry per value.
 *
 * @throws InterceptError `ERR_ROUTE_ARGUMENT` for a name that is no token, or a value with a line break or NUL
 */
export function parseHeaderMap(method: string, headers: HeaderMap): HeaderEntry[] {
  checkObject(method, headers, "headers");
  return Object.entries(headers).flatMap(([key, given]) => {
    const name = key.toLowerCase();
    if (!TOKEN.test(name))
      throw argumentError(method, "headers", `name ${JSON.stringify(key)}, which is no header name`);
    const values: unknown[] = Array.isArray(given) ? given : [given];
    return values.filter((value) => value !== undefined).map((value) => ({ name, value: textOf(method, name, value) }));
  });
}

function textOf(method: string, name: string, value: unknown): string {
  if (typeof value === "symbol") throw argumentError(method, "headers", `hold a symbol for ${name}`);
  const text = String(value);
  // Several cookies may come as one value, one per line; whoever writes them to the wire splits them.
  const line = name === "set-cookie" ? text.replaceAll("\n", "") : text;
  if (/[\r\n\0]/.test(line)) throw argumentError(method, "headers", `hold a line break or NUL for ${name}`);
  return text;
}

/** One line per cookie: browsers' tools join several with a line feed. */
export function splitSetCookie(headers: readonly HeaderEntry[]): HeaderEntry[] {
  return headers.flatMap(({ name, value }) =>
    name.toLowerCase() === "set-cookie" ? value.split("\n").map((line) => ({ name, value: line })) : [{ name, value }],
  );
}

/**
 * Headers of a request after a handler changed them: what it gave without the forbidden names, and the forbidden ones of
 * the original.
 *
 * @param keepsCookie - false where a cookie store adds the header itself (since Chromium 145 an explicit one wins over it)
 * @see spec 3, Route: continue; https://fetch.spec.whatwg.org/#forbidden-request-header
 */
export function applyHeaders(
  given: readonly HeaderEntry[],
  original: readonly HeaderEntry[],
  { keepsCookie }: { readonly keepsCookie: boolean },
): HeaderEntry[] {
  const kept = original.filter((entry) => isForbidden(entry) && (keepsCookie || entry.name.toLowerCase() !== "cookie"));
  return [...given.filter((entry) => !isForbidden(entry)), ...kept];
}

function isForbidden({ name, value }: HeaderEntry): boolean {
  const lower = name.toLowerCase();
  if (FORBIDDEN.has(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-")) return true;
  return METHOD_OVERRIDES.has(lower) && /^\s*(connect|trace|track)\s*$/i.test(value);
}

/** Lower-case names; several lines of one name joined with `, `, cookies with a line feed. */
export function toHeaderRecord(entries: readonly HeaderEntry[]): Record<string, string> {
  const valueByName = new Map<string, string>();
  for (const { name, value } of entries) {
    const key = name.toLowerCase();
    const before = valueByName.get(key);
    valueByName.set(key, before === undefined ? value : `${before}${key === "set-cookie" ? "\n" : ", "}${value}`);
  }
  return Object.fromEntries(valueByName);
}

export function toHeaderEntries(record: Readonly<Record<string, string>>): HeaderEntry[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

/** @returns the value of the first line of this name */
export function headerOf(entries: readonly HeaderEntry[], name: string): string | undefined {
  return entries.find((entry) => entry.name.toLowerCase() === name)?.value;
}

export function withoutHeaders(entries: readonly HeaderEntry[], names: readonly string[]): HeaderEntry[] {
  return entries.filter(({ name }) => !names.includes(name.toLowerCase()));
}
