import { type HeaderEntry, headerOf, withoutHeaders } from "../http/headers.ts";

/** A request as it is sent to one url of a chain of redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly HeaderEntry[];
  readonly body: Buffer | null;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const BODY_HEADERS = ["content-encoding", "content-language", "content-length", "content-location", "content-type"];

/** @returns where a response redirects to, as written; `undefined` when it is no redirect */
export function redirectLocation(status: number, headers: readonly HeaderEntry[]): string | undefined {
  if (!REDIRECTS.has(status)) return undefined;
  const location = headerOf(headers, "location");
  // Header values are read byte by byte; servers write locations as UTF-8.
  return location === undefined ? undefined : Buffer.from(location, "latin1").toString("utf8");
}

/**
 * The request that follows a redirect.
 *
 * @returns `undefined` when the location is no url
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
export function nextHop(hop: Hop, status: number, location: string): Hop | undefined {
  const url = URL.parse(location, hop.url);
  if (url === null) return undefined;
  url.hash = "";
  const becomesGet =
    ((status === 301 || status === 302) && hop.method === "POST") ||
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD");
  const dropped = [
    "host",
    "cookie",
    ...(becomesGet ? BODY_HEADERS : []),
    ...(url.origin === hop.url.origin ? [] : ["authorization"]),
  ];
  return {
    url,
    method: becomesGet ? "GET" : hop.method,
    headers: withoutHeaders(hop.headers, dropped),
    body: becomesGet ? null : hop.body,
  };
}
