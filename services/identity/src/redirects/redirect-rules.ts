import { domainToASCII } from "node:url";
import { compileGlob, type Glob } from "./glob.ts";

/** Where people may be sent. */
export interface RedirectRules {
  /** Where they go when nothing else is asked for or allowed. */
  readonly siteUrl: string;
  /** Patterns of further addresses, see `compileGlob`. */
  readonly allowList: readonly string[];
}

/** What a request says about where its browser wants to go. */
export interface RedirectWish {
  /** From the header, query or body field `redirect_to`; empty counts as not given. */
  readonly redirectTo: string | undefined;
  readonly referer: string | undefined;
}

/**
 * Chooses where a browser is sent. A wish that is not allowed is passed over without an error: one from
 * `redirect_to` leads to the site at once, and only where none was given does the Referer count.
 *
 * @see spec 1, Errors: "redirectTo not in allowed redirect list"
 */
export function chooseRedirect({ redirectTo, referer }: RedirectWish, rules: RedirectRules): string {
  const wish = redirectTo || referer || "";
  return isAllowedRedirect(wish, rules) ? wish : rules.siteUrl;
}

/** Whether a browser that carries a token or code may be sent to this address. */
export function isAllowedRedirect(text: string, rules: RedirectRules): boolean {
  return judgeRedirect(text, rules).isAllowed;
}

/** Whether a browser may be sent somewhere, and by what. */
export type RedirectJudgement =
  | { readonly isAllowed: true; readonly by: "site" | "loopback" }
  /** The first pattern that fits. */
  | { readonly isAllowed: true; readonly by: "list"; readonly pattern: string }
  /** Browsers may read it in two ways, or run it; a number in the place of a name; on no list. */
  | { readonly isAllowed: false; readonly reason: "unsafe" | "number" | "unlisted" };

export function judgeRedirect(text: string, { siteUrl, allowList }: RedirectRules): RedirectJudgement {
  const target = readAddress(text);
  const site = readAddress(siteUrl);
  if (target === undefined) return { isAllowed: false, reason: "unsafe" };
  if (site !== undefined && isSameSite(target, site)) return { isAllowed: true, by: "site" };
  if (isAddressLiteral(target.host)) {
    const isAllowed = isWeb(target) && isLoopback(target.host);
    return isAllowed ? { isAllowed, by: "loopback" } : { isAllowed, reason: "number" };
  }
  if (isWeb(target) && !WEB_HOST.test(target.host)) return { isAllowed: false, reason: "unsafe" };
  const globs = globsOf(allowList);
  const [pattern, ...others] = target.spellings.map((spelling) => allowList.find((_, at) => globs[at]?.test(spelling)));
  if (pattern === undefined || others.includes(undefined)) return { isAllowed: false, reason: "unlisted" };
  return { isAllowed: true, by: "list", pattern };
}

/** By list, which is replaced when it changes: to compile a thousand patterns takes 50 ms, and anybody can ask. */
const compiledLists = new WeakMap<readonly string[], readonly (Glob | undefined)[]>();

function globsOf(allowList: readonly string[]): readonly (Glob | undefined)[] {
  const known = compiledLists.get(allowList);
  if (known !== undefined) return known;
  const globs = allowList.map(compileGlob);
  compiledLists.set(allowList, globs);
  return globs;
}

interface Address {
  readonly scheme: string;
  /** Lower case, as A-labels; `[::1]` keeps its brackets. */
  readonly host: string;
  readonly port: string;
  /** What a pattern must match: the text as given, and where a browser would read it differently, that too. No fragment. */
  readonly spellings: readonly string[];
}

const MAX_LENGTH = 4096;
/** Hosts of http and https addresses, as A-labels. */
const WEB_HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const SCRIPTING_SCHEMES = new Set([
  "javascript",
  "data",
  "vbscript",
  "file",
  "blob",
  "about",
  "filesystem",
  "view-source",
]);

function isWeb({ scheme }: Address): boolean {
  return scheme === "http" || scheme === "https";
}

/** Reads what every browser reads the same way; anything else is no address. */
function readAddress(text: string): Address | undefined {
  if (text.length > MAX_LENGTH || hasOddSigns(text)) return undefined;
  const [, schemeText, rest = ""] = /^([A-Za-z][A-Za-z0-9+.-]*):([^#]*)/.exec(text) ?? [];
  const scheme = schemeText?.toLowerCase();
  if (scheme === undefined || SCRIPTING_SCHEMES.has(scheme)) return undefined;
  const spelling = text.slice(0, scheme.length + 1 + rest.length);
  if (scheme !== "http" && scheme !== "https") return readCustomAddress(scheme, rest, spelling);
  return readWebAddress(scheme, rest, spelling);
}

/** Backslashes and control characters are read as slashes and nothing; blanks end an address in a header. */
function hasOddSigns(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(text) || /%(?:0[0-9a-f]|1[0-9a-f]|7f)/i.test(text);
}

function readCustomAddress(scheme: string, rest: string, spelling: string): Address | undefined {
  const authority = /^\/\/([^/?]*)/.exec(rest)?.[1] ?? "";
  if (authority.includes("@")) return undefined;
  return { scheme, host: authority.toLowerCase(), port: "", spellings: [spelling] };
}

function readWebAddress(scheme: string, rest: string, spelling: string): Address | undefined {
  const [, authority, path = ""] = /^\/\/([^/?]+)([^?]*)/.exec(rest) ?? [];
  const [, hostText = "", portText = ""] =
    /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}\p{M}.-]+)(?::(\d{1,5}))?$/iu.exec(authority ?? "") ?? [];
  const host = hostText.startsWith("[") ? hostText.toLowerCase() : domainToASCII(hostText);
  if (host === "" || !isCanonicalHost(hostText, host)) return undefined;
  const url = URL.parse(spelling);
  if (url === null || url.hostname !== host) return undefined;
  const isPlain = path === "" || path === url.pathname;
  return {
    scheme,
    host,
    port: portText === "" ? defaultPort(scheme) : String(Number(portText)),
    spellings: isPlain ? [spelling] : [spelling, url.href],
  };
}

/** `0177.1`, `2130706433` and `0x7f.1` are all 127.0.0.1 to a browser; only the plain spelling passes. */
function isCanonicalHost(written: string, host: string): boolean {
  if (!isAddressLiteral(host)) return true;
  return host === written.toLowerCase();
}

function defaultPort(scheme: string): string {
  return scheme === "https" ? "443" : "80";
}

function isSameSite(target: Address, site: Address): boolean {
  if (target.scheme !== site.scheme || target.host !== site.host) return false;
  return target.port === site.port || isLoopback(site.host);
}

function isAddressLiteral(host: string): boolean {
  return host.startsWith("[") || /^(?:[0-9.]+|0x[0-9a-f.]*)$/.test(host);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
