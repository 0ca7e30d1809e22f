import { InterceptError } from "../errors.ts";
import { globToFetchPattern, globToRegexPattern } from "./glob.ts";
import { resolveGlob } from "./resolve-glob.ts";

/**
 * What a route matches: a glob, a regular expression, an `URLPattern`, or a function of the url. `""` and `undefined`
 * match everything. The url is the full one without its fragment.
 *
 * @typeParam TRequest - the second argument of a function, for matching on body or headers
 */
export type UrlPattern<TRequest = unknown> =
  | string
  | RegExp
  | URLPattern
  | ((url: URL, request: TRequest) => boolean)
  | undefined;

/** A pattern, ready to test urls. */
export interface UrlMatcher<TRequest> {
  readonly pattern: UrlPattern<TRequest>;
  /** `request` is asked for only by functions. */
  test(url: string, request: () => TRequest): boolean;
  /** The widest pattern of the Fetch domain that this one needs. */
  readonly fetchPattern: string;
}

/** @throws InterceptError `ERR_ROUTE_PATTERN` when it is no pattern */
export function compileUrlPattern<TRequest>(pattern: UrlPattern<TRequest>, baseURL?: string): UrlMatcher<TRequest> {
  if (pattern === undefined || pattern === "") return { pattern, test: () => true, fetchPattern: "*" };
  if (typeof pattern === "string") return compileGlob(pattern, baseURL);
  if (isRegExp(pattern)) return { pattern, test: (url) => testRegExp(pattern, url), fetchPattern: prefixOf(pattern) };
  if (typeof pattern === "function") {
    return { pattern, test: (url, request) => testFunction(pattern, url, request), fetchPattern: "*" };
  }
  if (isURLPattern(pattern)) return { pattern, test: (url) => pattern.test(url), fetchPattern: hostOf(pattern) };
  const problem = `route: a pattern is a glob, a RegExp, an URLPattern or a function, not ${typeof pattern}`;
  throw new InterceptError("ERR_ROUTE_PATTERN", problem, { pattern, reason: "type" });
}

/** Whether two patterns are the same for `unroute`: regular expressions by source and flags, the rest by identity. */
export function isSamePattern(one: unknown, other: unknown): boolean {
  if (isRegExp(one) && isRegExp(other)) return one.source === other.source && one.flags === other.flags;
  return one === other;
}

/**
 * Whether an url matches a pattern.
 *
 * @param baseURL - relative globs are resolved against it
 * @param url - without its fragment
 * @param isWebSocket - an http(s) base url then counts as ws(s)
 * @throws InterceptError `ERR_ROUTE_PATTERN` when it is no pattern
 */
export function urlMatches(
  baseURL: string | undefined,
  url: string,
  pattern: UrlPattern,
  isWebSocket = false,
): boolean {
  const base = isWebSocket ? baseURL?.replace(/^http/i, "ws") : baseURL;
  return compileUrlPattern(pattern, base).test(url, () => undefined);
}

function compileGlob<TRequest>(glob: string, baseURL: string | undefined): UrlMatcher<TRequest> {
  // The glob as written is checked first: resolving must not hide an unmatched brace.
  globToRegexPattern(glob);
  const resolved = resolveGlob(glob, baseURL);
  const regex = new RegExp(globToRegexPattern(resolved), "s");
  return { pattern: glob, test: (url) => regex.test(url), fetchPattern: globToFetchPattern(resolved) };
}

function testRegExp(regex: RegExp, url: string): boolean {
  regex.lastIndex = 0;
  return regex.test(url);
}

function testFunction<TRequest>(
  matches: (url: URL, request: TRequest) => boolean,
  url: string,
  request: () => TRequest,
): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && matches(parsed, request());
}

/** By tag: a RegExp of another realm is no instance of ours. */
function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === "[object RegExp]";
}

function isURLPattern(value: unknown): value is URLPattern {
  return typeof value === "object" && value !== null && "test" in value && "hostname" in value;
}

/** An url has its host behind its scheme, in the letters that `URLPattern` gives it; a part of it may be a wildcard. */
function hostOf({ hostname }: URLPattern): string {
  return /^[\w.-]+$/.test(hostname) ? `*://*${hostname}*` : "*";
}

/** What every match must begin with, as far as that is plain from the expression: `^https:\/\/host\/api` does. */
function prefixOf({ source, flags }: RegExp): string {
  if (!source.startsWith("^") || /[im]/.test(flags) || source.includes("|")) return "*";
  const literal = /^\^((?:[\w:=&~@,;!#%-]|\\?\/|\\[.?*+()[\]{}|^$-])*)/.exec(source);
  if (literal === null) return "*";
  const [whole, text = ""] = literal;
  const isRepeated = /^[*?{]/.test(source.slice(whole.length));
  const plain = isRepeated ? text.replace(/\\?.$/s, "") : text;
  return `${plain.replace(/\\(.)/g, "$1").replace(/[*?\\]/g, (char) => `\\${char}`)}*`;
}
