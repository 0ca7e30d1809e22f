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

/** Headers of the answer that reach the client; cookies, policies and CORS of the target do not. */
const ANSWER_HEADERS = ["content-type", "content-encoding", "vary"] as const;
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
 * @throws HttpError `forbidden` for an address that is not called (the text names the setting), `bad_gateway`,
 *   `deadline_exceeded`
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
  if (answer.status >= 300 && answer.status < 400) {
    answer.body.destroy();
    throw new HttpError("bad_gateway", { detail: "The data source answered with a redirect, which is not followed." });
  }
  return { status: answer.status, headers: headersOf(answer), body: answer.body };
}

function targetOf({ baseUrl, path, search }: ProxyCall): string {
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  const url = new URL(path, base);
  url.search = search;
  return url.href;
}

function headersOf({ headers }: OutboundAnswer): Record<string, string> {
  const known: Record<string, string> = {};
  for (const name of ANSWER_HEADERS) {
    const value = headers[name];
    if (typeof value === "string") known[name] = value;
  }
  return known;
}
