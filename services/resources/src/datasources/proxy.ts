import type { Readable } from "node:stream";
import { type AllowedHosts, callOutbound, HttpError, type OutboundAnswer } from "@vedette/http";
import type { SourceAccess } from "./source-access.ts";

/** Paths of the Prometheus API that are passed on; `:name` is a label. */
export const PROXIED_PATHS = [
  "api/v1/query",
  "api/v1/query_range",
  "api/v1/labels",
  "api/v1/label/:name/values",
  "api/v1/series",
  "api/v1/metadata",
  "api/v1/query_exemplars",
  "api/v1/format_query",
  "api/v1/parse_query",
  "api/v1/rules",
  "api/v1/alerts",
  "api/v1/alertmanagers",
  "api/v1/targets",
  "api/v1/targets/metadata",
  "api/v1/scrape_pools",
  "api/v1/status/buildinfo",
  "api/v1/status/runtimeinfo",
  "api/v1/status/flags",
  "api/v1/status/tsdb",
  "api/v1/status/walreplay",
] as const;

/** Names of labels, also in the escaped form `U__…`. */
export const LABEL_NAME_PATTERN = "^[a-zA-Z_][a-zA-Z0-9_]*$";

/** Headers of the response that reach the client; cookies, policies and CORS of the target do not. */
const PASSED_HEADERS = ["content-encoding", "vary"] as const;
/** Fixed, whatever the data source says: its pages must not run on this origin. */
const CONTENT_TYPE = "application/json";
/** Statuses that concern the credentials of this server; a client would take them for its own. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 407]);
const TIMEOUT_MS = 30_000;
/** Bytes of an answer as they come from the data source. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** One question to a data source. */
export interface ProxyCall {
  /** Of the data source, with or without a trailing slash. */
  readonly baseUrl: string;
  /** Below it, without a leading slash. */
  readonly path: string;
  /** The query of the address, without `?`. */
  readonly search: string;
  /** The form of a POST; absent for GET. */
  readonly form?: string | undefined;
  readonly allowedHosts: AllowedHosts;
  readonly access: SourceAccess;
  readonly signal: AbortSignal;
}

/** An answer of a data source, its body still on the way. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * Asks a data source. Nothing of the caller's own request goes along but the question; of the operator's,
 * what the settings say for its address.
 *
 * @throws HttpError `forbidden` for an address that is not called (the text names the setting), `bad_gateway` also for a
 *   redirect, refused credentials and anything but JSON, `deadline_exceeded`
 */
export async function askDataSource(call: ProxyCall): Promise<ProxyAnswer> {
  const { form, allowedHosts, access, signal } = call;
  const url = targetOf(call);
  const { headers, tls } = access.credentialsFor(url);
  const answer = await callOutbound({
    url,
    method: form === undefined ? "GET" : "POST",
    headers: {
      ...headers,
      accept: "application/json",
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(form === undefined ? {} : { body: form }),
    reach: "private",
    allowHttp: true,
    allowedHosts,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    signal,
    ...(tls && { tls }),
  });
  const refusal = refusalOf(answer);
  if (refusal !== undefined) {
    answer.body.discard();
    throw new HttpError("bad_gateway", { detail: refusal });
  }
  return { status: answer.status, headers: headersOf(answer), body: answer.body.stream() };
}

/** Why a response is not passed on; `undefined` for one that is. */
function refusalOf({ status, headers }: OutboundAnswer): string | undefined {
  if (status >= 300 && status < 400) return "The data source answered with a redirect, which is not followed.";
  if (REFUSED_STATUSES.has(status)) {
    return `The data source refused the request with status ${status}. Check its entry in resources.data_source_access.`;
  }
  const type = String(headers["content-type"] ?? "")
    .split(";", 1)[0]
    ?.trim()
    .toLowerCase();
  if (type === CONTENT_TYPE) return undefined;
  return `The data source answered with status ${status} and no JSON. Check its URL.`;
}

function targetOf({ baseUrl, path, search }: ProxyCall): string {
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  const url = new URL(path, base);
  url.search = search;
  return url.href;
}

function headersOf({ headers }: OutboundAnswer): Record<string, string> {
  const known: Record<string, string> = { "content-type": CONTENT_TYPE };
  for (const name of PASSED_HEADERS) {
    const value = headers[name];
    if (typeof value === "string") known[name] = value;
  }
  return known;
}
