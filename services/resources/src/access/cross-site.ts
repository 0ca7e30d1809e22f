import { HttpError } from "@vedette/http";
import { ResourceError } from "../errors.ts";

/** What of a request tells who sent it. */
export interface RequestSigns {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A browser sends the session cookie with requests of foreign pages, too. One that changes something must come from a
 * page of this server: by `Sec-Fetch-Site: same-origin`, or an `Origin` that is the public address. Its body must be
 * JSON, which a foreign page cannot send unasked.
 *
 * @throws ResourceError `cross_site`, HttpError `unsupported_media_type`
 */
export function requireSameSite({ method, headers }: RequestSigns, publicUrl: string): void {
  if (SAFE_METHODS.has(method)) return;
  if (!isFromHere(headers, new URL(publicUrl).origin)) throw new ResourceError("cross_site");
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody && headers["content-type"] === undefined) throw new HttpError("unsupported_media_type");
}

/**
 * Signing in and out by a foreign page: nothing signs such a request in, but its answer sets a cookie. Programs that
 * are no browser say nothing of where they come from and are taken.
 *
 * @throws ResourceError `cross_site`
 */
export function refuseForeignPage({ headers }: RequestSigns, publicUrl: string): void {
  const saysNothing = headers["sec-fetch-site"] === undefined && headers["origin"] === undefined;
  if (!saysNothing && !isFromHere(headers, new URL(publicUrl).origin)) throw new ResourceError("cross_site");
}

/** The browser's own word counts first; older browsers and programs say where they come from by `Origin` alone. */
function isFromHere(headers: RequestSigns["headers"], publicOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers["origin"] === publicOrigin;
}
