import type { IdentityError, IdentityErrorCode } from "../errors.ts";

type Parts = Readonly<Record<string, string | number>>;

/** Adds query parameters and sets the fragment; keys in alphabetical order, as clients have always got them. */
export function withParts(url: string, { query = {}, fragment = {} }: { query?: Parts; fragment?: Parts }): string {
  const bare = url.replace(/#.*$/s, "");
  const search = encode(query);
  const separator = bare.includes("?") ? "&" : "?";
  const hash = encode(fragment);
  return `${bare}${search && separator + search}${hash && `#${hash}`}`;
}

function encode(parts: Parts): string {
  const params = new URLSearchParams(Object.entries(parts).map(([key, value]) => [key, String(value)]));
  params.sort();
  return params.toString();
}

/** What the status of an error is called in a redirect. */
const ERROR_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, "invalid_request"],
  [401, "unauthorized_client"],
  [403, "access_denied"],
  [500, "server_error"],
  [503, "temporarily_unavailable"],
]);

/** Refusals that are access denied whatever their status. @see contract of identity, 10.3 */
const DENIALS: ReadonlySet<IdentityErrorCode> = new Set([
  "signup_disabled",
  "user_banned",
  "provider_email_needs_verification",
  "account_not_linked",
  "email_doesn't_match",
  "email_not_found",
]);

/** What a redirect says of an error. */
export function errorParts({ code, status, message }: IdentityError) {
  return {
    error: DENIALS.has(code) ? "access_denied" : (ERROR_BY_STATUS.get(status) ?? "invalid_request"),
    error_code: code,
    error_description: message,
  };
}

/**
 * Adds the request that refused to the address of a page of our own, which shows it; administrators find it in the log.
 * Other applications get what they have always got.
 */
export function withRequestId(location: string, request: { readonly id: string; readonly publicUrl: string }): string {
  const { id, publicUrl } = request;
  const below = location.slice(publicUrl.length);
  if (!location.startsWith(publicUrl) || !/^[/?#]/.test(below) || !/[?#&]error_code=/.test(below)) return location;
  return `${location}${/[?#]/.test(below) ? "&" : "?"}request_id=${encodeURIComponent(id)}`;
}
