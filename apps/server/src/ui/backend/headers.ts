import type { IncomingHttpHeaders } from "node:http";

/** Headers of a request that the API always gets. */
const ALWAYS = new Set([
  "authorization",
  "authorization-extras",
  "caller-type",
  "apikey",
  "content-type",
  "content-encoding",
  "range",
  "traceparent",
  "tracestate",
  "sec-fetch-site",
  "user-agent",
  "x-supabase-api-version",
]);
const ALWAYS_BEGINNING = /^(accept|if-|x-prometheus-remote-write-|prefer)/;

/** What belongs to one connection. @see RFC 9110, 7.6.1 */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Cookies that this server sets for itself: the API behind it has no say in them. */
const OWN_COOKIE = /^(user\d|refresh|session_start|id_token_hint|state_[^=]*|_csrf)=/;
/**
 * What alone goes through: the cookies of the API's own pages and of sign-ins under way, and the signed beginning of a
 * session, with which an API that knows the same client holds people to the same limit.
 */
const API_COOKIE =
  /(?<=^|;\s*)(?:(?:__Host-)?vedette_(?:session|remember|flow)=[A-Za-z0-9_-]*|session_start=\d{1,12}\.[A-Za-z0-9_-]+)/g;

export interface Forwarding {
  /** Names that the operator adds, any case. */
  readonly listed: readonly string[];
  /** Puts the ID token in the place of the access token. */
  readonly usesIdToken: boolean;
  readonly from: { readonly address: string; readonly protocol: string; readonly host: string };
}

/** The headers with which a request goes to the API. */
export function forwardedHeaders(headers: IncomingHttpHeaders, options: Forwarding): Record<string, string | string[]> {
  const listed = new Set(options.listed.map((name) => name.toLowerCase()));
  const forwarded: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !(ALWAYS.has(name) || ALWAYS_BEGINNING.test(name) || listed.has(name))) continue;
    const kept = name.endsWith("-bin") ? binaryValues(value) : value;
    if (kept.length > 0) forwarded[name] = kept;
  }
  const cookies = headers.cookie?.match(API_COOKIE);
  if (cookies) forwarded["cookie"] = cookies.join("; ");
  const idToken = forwarded["authorization-extras"];
  if (options.usesIdToken && typeof idToken === "string") {
    forwarded["authorization"] = `Bearer ${idToken.replace(/^Bearer\s+/i, "")}`;
    delete forwarded["authorization-extras"];
  }
  forwarded["x-forwarded-for"] = options.from.address;
  forwarded["x-forwarded-proto"] = options.from.protocol;
  forwarded["x-forwarded-host"] = options.from.host;
  return forwarded;
}

/** Binary values travel as base64 with its padding; what is none is dropped. @see gRPC over HTTP/2, Custom-Metadata */
function binaryValues(value: string | string[]): string[] {
  return [value]
    .flat()
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && text !== "")
    .map((text) => Buffer.from(text, "base64").toString("base64"));
}

/** The headers of the API's answer that go on to the browser. */
export function answeredHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const named = String(headers["connection"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || named.includes(name)) continue;
    if (name !== "set-cookie") kept[name] = value;
    else kept[name] = [value].flat().filter((cookie) => !OWN_COOKIE.test(cookie));
  }
  return kept;
}
