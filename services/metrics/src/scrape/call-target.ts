import { callOutbound, type OutboundAnswer, type OutboundTls, readAllowedHosts } from "@vedette/http";
import { type ProxyRule, proxyFor } from "./proxy.ts";

/** One request that the scraper makes: to a target, for a list of targets, or for a token. */
export interface TargetCall {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What a request carries besides, and how its connection is made. */
export interface HttpClient {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: OutboundTls | undefined;
  readonly proxy: ProxyRule | undefined;
  readonly followsRedirects: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 10;

/** Too many redirects, or one that leads nowhere. */
class RedirectError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RedirectError";
  }
}

/**
 * Makes a request. The host that the operator named is reached on whatever network it is; where a redirect leads
 * elsewhere, loopback and link-local addresses stay out of reach, and credentials stay behind.
 *
 * @throws HttpError as `callOutbound`, RedirectError
 */
export async function callTarget(call: TargetCall, client: HttpClient): Promise<OutboundAnswer> {
  const deadline = performance.now() + call.timeoutMs;
  let url = new URL(call.url);
  let answer = await callOutbound({ ...call, ...connection(url, call, client) });
  for (let redirects = 1; client.followsRedirects && REDIRECTS.has(answer.status); redirects += 1) {
    const { location } = answer.headers;
    if (typeof location !== "string") return answer;
    answer.body.discard();
    if (redirects > MAX_REDIRECTS) throw new RedirectError(`stopped after ${MAX_REDIRECTS} redirects`);
    if (!URL.canParse(location, url)) throw new RedirectError("a redirect leads nowhere");
    url = new URL(location, url);
    const { maxBytes, signal } = call;
    const timeoutMs = Math.max(1, Math.ceil(deadline - performance.now()));
    answer = await callOutbound({ maxBytes, signal, timeoutMs, ...connection(url, call, client) });
  }
  return answer;
}

/** What the operator added is meant for the server that was named, and for no other. */
function connection(url: URL, { url: first, headers }: TargetCall, client: HttpClient) {
  const origin = new URL(first);
  const isOrigin = url.origin === origin.origin;
  const proxy = client.proxy && proxyFor(url, client.proxy);
  return {
    url: url.href,
    headers: isOrigin ? { ...headers, ...client.headers } : headers,
    reach: "private",
    allowedHosts: readAllowedHosts(isOrigin ? [hostOf(origin)] : []),
    allowHttp: true,
    ...(client.tls && isOrigin && { tls: client.tls }),
    ...(proxy && { proxy }),
  } as const;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
