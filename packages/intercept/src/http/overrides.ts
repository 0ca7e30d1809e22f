import { argumentError, checkObject, InterceptError } from "../errors.ts";
import { bytesOf, jsonText, type PostData } from "./body.ts";
import { type HeaderEntry, type HeaderMap, parseHeaderMap } from "./headers.ts";

/**
 * Changes to a request.
 *
 * `url` applies to this request only, as `method` and `postData` do; `headers` replace the whole set and travel with
 * redirects.
 *
 * @see spec 3, Route: continue, fallback
 */
export interface RequestOverrides {
  /** Absolute, of the same protocol. The page does not notice. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly headers?: HeaderMap | undefined;
  /** Text (UTF-8), bytes, or anything else as JSON. */
  readonly postData?: PostData | undefined;
}

/** Checked overrides; a field that is absent leaves what was there. */
export interface Overrides {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: readonly HeaderEntry[];
  readonly postData?: Buffer;
}

/**
 * @param originalUrl - whose protocol the new url must have
 * @throws InterceptError `ERR_ROUTE_ARGUMENT`, `ERR_ROUTE_PROTOCOL`
 */
export function parseOverrides(method: string, given: RequestOverrides, originalUrl: string): Overrides {
  checkObject(method, given);
  const { url, headers } = given;
  return {
    ...(isGiven(url) && { url: parseUrl(method, url, originalUrl) }),
    ...(isGiven(given.method) && { method: parseMethod(method, given.method) }),
    ...(isGiven(headers) && { headers: parseHeaderMap(method, headers) }),
    ...(given.postData !== undefined && { postData: parsePostData(method, given.postData) }),
  };
}

/** Falsy urls, methods and headers count as not given, as existing users rely on. */
function isGiven<T>(value: T | undefined): value is T {
  return Boolean(value);
}

function parseUrl(method: string, url: string, originalUrl: string): string {
  const parsed = typeof url === "string" ? URL.parse(url) : null;
  if (parsed === null) throw argumentError(method, "url", `${String(url)} is no absolute url`);
  const from = new URL(originalUrl).protocol;
  const to = parsed.protocol;
  if (to !== from) {
    throw new InterceptError(
      "ERR_ROUTE_PROTOCOL",
      `${method}: the new url must have the same protocol (${from}, not ${to})`,
      {
        url: originalUrl,
        from,
        to,
      },
    );
  }
  parsed.hash = "";
  return parsed.href;
}

/**
 * Upper-case: Chromium sends `get` as it is, and servers refuse it.
 *
 * @throws InterceptError `ERR_ROUTE_ARGUMENT`
 */
export function parseMethod(method: string, name: string): string {
  if (typeof name !== "string" || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw argumentError(method, "method", `${JSON.stringify(name)} is no method`);
  }
  return name.toUpperCase();
}

function parsePostData(method: string, postData: PostData): Buffer {
  if (typeof postData === "string") return Buffer.from(postData);
  return bytesOf(postData) ?? Buffer.from(jsonText(method, "postData", postData));
}
