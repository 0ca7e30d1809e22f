import type { Request } from "../chain/request.ts";
import { argumentError, checkObject, InterceptError } from "../errors.ts";
import { bytesOf, jsonText, type PostData } from "../http/body.ts";
import { type HeaderEntry, type HeaderMap, headerOf, parseHeaderMap, toHeaderEntries } from "../http/headers.ts";
import { parseMethod } from "../http/overrides.ts";
import { checkTimeLimit, timerMs } from "../time-limit.ts";

/**
 * How `route.fetch` performs a request. What is not given comes from the request as handlers left it.
 *
 * @see spec 3, Route: fetch
 */
export interface FetchOptions {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  /** Replace those of the request. */
  readonly headers?: HeaderMap | undefined;
  /** Text and bytes as they are, anything else as JSON. */
  readonly postData?: PostData | undefined;
  /** How many redirects are followed, default 20; with 0 the redirect itself is the response. */
  readonly maxRedirects?: number | undefined;
  /** How often a reset connection is tried again, default 0. A status never is. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds for everything, default 30 000; 0 is no limit. */
  readonly timeout?: number | undefined;
}

/** A fetch, checked and complete. */
export interface FetchPlan {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderEntry[];
  /** Whether a handler chose the headers; then a cookie among them stays. */
  readonly areHeadersGiven: boolean;
  readonly body: Buffer | null;
  readonly maxRedirects: number;
  readonly maxRetries: number;
  readonly timeoutMs: number;
}

const METHOD = "route.fetch";

export function timeoutError({ url, timeoutMs }: FetchPlan): InterceptError {
  const message = `${METHOD}: ${url} took longer than ${timeoutMs}ms`;
  return new InterceptError("ERR_FETCH_TIMEOUT", message, { url, timeout: timeoutMs });
}

export function redirectsError({ url, maxRedirects }: Pick<FetchPlan, "url" | "maxRedirects">): InterceptError {
  const message = `${METHOD}: ${url} led to more than ${maxRedirects} redirects`;
  return new InterceptError("ERR_FETCH_REDIRECTS", message, { url, maxRedirects });
}

/** @throws InterceptError `ERR_ROUTE_ARGUMENT` */
export function parseFetchOptions(options: FetchOptions, request: Request): FetchPlan {
  checkObject(METHOD, options);
  const { headers: given, timeout = 30_000 } = options;
  checkTimeLimit(METHOD, "timeout", timeout);
  const headers = given ? parseHeaderMap(METHOD, given) : toHeaderEntries(request.headers());
  const content = readContent(options.postData, request, headerOf(headers, "content-type"));
  return {
    url: parseUrl(options.url || request.url()),
    method: options.method ? parseMethod(METHOD, options.method) : request.method(),
    headers: content.type === undefined ? headers : [...headers, { name: "content-type", value: content.type }],
    areHeadersGiven: given !== undefined,
    body: content.body,
    maxRedirects: parseCount("maxRedirects", options.maxRedirects, 20),
    maxRetries: parseCount("maxRetries", options.maxRetries, 0),
    timeoutMs: timerMs(timeout),
  };
}

function parseUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) throw argumentError(METHOD, "url", `${String(url)} is no absolute url`);
  parsed.hash = "";
  return parsed.href;
}

function parseCount(argument: string, value: number | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (Number.isInteger(value) && value >= 0) return value;
  throw argumentError(METHOD, argument, `must be a whole number, 0 or more, not ${String(value)}`);
}

interface Content {
  readonly body: Buffer | null;
  /** Set when the headers have no content type yet. */
  readonly type?: string;
}

function readContent(postData: PostData | undefined, request: Request, type: string | undefined): Content {
  if (postData === undefined) return { body: request.postDataBuffer() };
  const bytes = bytesOf(postData);
  if (bytes !== undefined) return withType(bytes, type, "application/octet-stream");
  if (typeof postData !== "string") {
    return withType(Buffer.from(jsonText(METHOD, "postData", postData)), type, "application/json");
  }
  const text = type === "application/json" && !isJson(postData) ? JSON.stringify(postData) : postData;
  return withType(Buffer.from(text), type, "application/octet-stream");
}

function withType(body: Buffer, type: string | undefined, byDefault: string): Content {
  return type === undefined ? { body, type: byDefault } : { body };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // No JSON is the answer, not a fault.
    return false;
  }
}
