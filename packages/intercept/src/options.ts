import { argumentError } from "./errors.ts";
import type { FetchSettings, HttpCredentials } from "./fetch/fetch-settings.ts";
import { parseHeaderMap } from "./http/headers.ts";
import { checkTimeLimit } from "./time-limit.ts";

/** Options that both backends have. */
export interface InterceptOptions {
  /** Relative globs are resolved against it. */
  readonly baseURL?: string | undefined;
  /** Which url later handlers are matched with after `fallback({ url })`. Default `original`. */
  readonly fallbackMatching?: "original" | "overridden" | undefined;
  /** Route the first hop of a redirect chain only (default), or every one. */
  readonly redirects?: "first" | "every" | undefined;
  /** Milliseconds that a handler may run without settling its route; 0, the default, is no limit. */
  readonly handlerTimeout?: number | undefined;
  /**
   * Milliseconds in which a handler that has returned without settling its route may still do so, from a callback of its
   * own. Default 30 000; `false` waits for ever.
   */
  readonly stallTimeout?: number | false | undefined;
  /** What happens when that time is over. Default `continue`: the request is sent on unchanged; `stall` is nothing. */
  readonly onStall?: "continue" | "abort" | "stall" | undefined;
  /** What happens at `close()` to requests that still wait. Default `continue`. */
  readonly onClose?: "continue" | "abort" | undefined;
  /** Defaults of `route.fetch`. */
  readonly fetch?: FetchSettings | undefined;
}

export interface ChromiumOptions extends InterceptOptions {
  /** Narrows a browser socket to one page. */
  readonly targetId?: string | undefined;
  /** Narrows a browser socket to one context. */
  readonly browserContextId?: string | undefined;
  /** `bypass` switches the HTTP cache off while any route exists. Default `keep`: cached answers pause as well. */
  readonly cache?: "keep" | "bypass" | undefined;
  /** What happens to CORS preflights whose url some route has. Default `fulfill`: allowed without a handler. */
  readonly preflight?: "fulfill" | "route" | "continue" | undefined;
  /** `auto` (default) adds the CORS headers that a fulfilled response misses. */
  readonly cors?: "auto" | "off" | undefined;
  /** Matched requests for `/favicon.ico` are aborted without a handler (default), or routed. */
  readonly favicon?: "abort" | "route" | undefined;
  /** Answers 401 and 407 challenges. */
  readonly httpCredentials?: HttpCredentials | readonly HttpCredentials[] | undefined;
  /** Without credentials: give the page the 401 (default), or leave it to the browser's dialog. */
  readonly onAuth?: "cancel" | "default" | undefined;
  /** Whether the Network domain is enabled. Default `auto`: when a route tells fetch and xhr apart. */
  readonly network?: "auto" | "off" | "on" | undefined;
}

/** Options that are one of a few words. */
const CHOICES = {
  fallbackMatching: ["original", "overridden"],
  redirects: ["first", "every"],
  onStall: ["continue", "abort", "stall"],
  onClose: ["continue", "abort"],
  cache: ["keep", "bypass"],
  preflight: ["fulfill", "route", "continue"],
  cors: ["auto", "off"],
  favicon: ["abort", "route"],
  onAuth: ["cancel", "default"],
  network: ["auto", "off", "on"],
} as const satisfies { readonly [Name in keyof ChromiumOptions]?: readonly ChromiumOptions[Name][] };

/** @throws InterceptError `ERR_ROUTE_ARGUMENT` that names the option */
export function checkOptions(method: string, options: ChromiumOptions): void {
  const check = (name: string, isGood: boolean, problem: string): void => {
    if (!isGood) throw argumentError(method, name, problem);
  };
  const checkChoice = (name: string, words: readonly string[], given: unknown): void =>
    check(
      name,
      given === undefined || words.some((word) => word === given),
      `is one of ${words.join(", ")}, not ${String(given)}`,
    );
  const checkOrigins = (name: string, list: readonly { readonly origin?: string | undefined }[]): void => {
    for (const { origin } of list)
      check(name, origin === undefined || URL.canParse(origin), `has ${origin}, which is no origin`);
  };
  const { handlerTimeout = 0, stallTimeout = 0, httpCredentials = [], fetch = {} } = options;
  for (const [name, words] of Object.entries(CHOICES)) checkChoice(name, words, Reflect.get(options, name));
  checkTimeLimit(method, "handlerTimeout", handlerTimeout);
  checkTimeLimit(method, "stallTimeout", stallTimeout === false ? 0 : stallTimeout);
  checkOrigins("httpCredentials", [httpCredentials].flat());
  // What would otherwise be met by the first `route.fetch`, or by nobody.
  checkChoice("fetch.via", ["node", "browser"], fetch.via);
  checkOrigins("fetch.httpCredentials", [fetch.httpCredentials ?? []].flat());
  checkOrigins("fetch.clientCertificates", fetch.clientCertificates ?? []);
  check("fetch.proxy", fetch.proxy === undefined || isProxyUrl(fetch.proxy.server), "has no http, https or socks5 url");
  parseHeaderMap(method, fetch.extraHTTPHeaders ?? {});
}

function isProxyUrl(server: string): boolean {
  return /^(https?|socks5?):$/.test(URL.parse(server)?.protocol ?? "");
}
