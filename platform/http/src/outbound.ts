import { lookup } from "node:dns/promises";
import type { Dispatcher } from "undici";
import { HttpError } from "./errors.ts";
import { type AllowedHosts, isReachable, type OutboundReach } from "./outbound-address.ts";
import { OutboundBody } from "./outbound-body.ts";

/** How a connection proves itself and checks the other side, beyond what the system trusts. */
export interface OutboundTls {
  /** PEM, as are the next two. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name that the certificate must carry, where it is not the host's. */
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
}

/** One call to somebody else's server. */
export interface OutboundCall {
  readonly url: string;
  readonly method?: "GET" | "POST";
  /** Sent as they are; nothing of the caller's own request is added. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly reach: OutboundReach;
  readonly allowedHosts: AllowedHosts;
  /** Plain http is taken too; always so for hosts on the operator's list. */
  readonly allowHttp?: boolean;
  /** Milliseconds for the whole call, 10 000 if absent. */
  readonly timeoutMs?: number;
  /** Largest body that is read, 1 MiB if absent; a larger one breaks off with an error. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly tls?: OutboundTls;
  /** A proxy of the operator's own, by its address. The name is then resolved there, and only the proxy's is here. */
  readonly proxy?: OutboundProxy;
}

/** A proxy. Plain http goes through as a request, https through a tunnel. */
interface OutboundProxy {
  /** http or https; a user name and password in it are sent to the proxy. */
  readonly url: string;
  readonly connectHeaders?: Readonly<Record<string, string>>;
}

/** A response whose body has not been read yet. Read it or discard it. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: OutboundBody;
}

const CONNECT_TIMEOUT_MS = 3000;
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 1024 * 1024;
/** Parsers accept three digits; no status beyond this has a meaning. */
export const MAX_STATUS = 599;

/**
 * Calls another server: every call that leaves the house goes through here. The name is resolved once, every address
 * is checked, and the connection goes to a checked address. Redirects are not followed.
 *
 * @throws HttpError `forbidden` when the target is not allowed (the text names the setting that allows it),
 *   `bad_gateway` when it cannot be reached, `deadline_exceeded` when it is too slow
 */
export async function callOutbound(call: OutboundCall): Promise<OutboundAnswer> {
  const url = readUrl(call);
  const signal = AbortSignal.any([
    AbortSignal.timeout(call.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    ...(call.signal ? [call.signal] : []),
  ]);
  try {
    return await unlessAborted(signal, send(url, call, signal));
  } catch (cause) {
    if (signal.aborted)
      throw new HttpError("deadline_exceeded", { detail: `${url.host} did not answer in time.`, cause });
    if (cause instanceof HttpError) throw cause;
    throw new HttpError("bad_gateway", { detail: `${url.host} cannot be reached.`, cause });
  }
}

/** Longest wait for the address of a name that is only checked. */
const CHECK_TIMEOUT_MS = 3000;

/**
 * Checks before a URL is stored whether it would ever be called, by the rule of {@link callOutbound}. A name that cannot
 * be resolved passes: that may be an outage.
 *
 * @throws HttpError `forbidden`
 */
export async function requireCallable(
  target: Pick<OutboundCall, "url" | "reach" | "allowedHosts" | "allowHttp">,
): Promise<void> {
  const url = readUrl(target);
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  await unlessAborted(signal, resolve(url, target)).catch((error: unknown) => {
    if (error instanceof HttpError && error.code === "forbidden") throw error;
  });
}

async function send(url: URL, call: OutboundCall, signal: AbortSignal): Promise<OutboundAnswer> {
  const dispatcher = call.proxy === undefined ? await directly(url, call) : await throughProxy(url, call, call.proxy);
  const { request } = await import("undici");
  try {
    const response = await request(url, {
      dispatcher,
      method: call.method ?? "GET",
      headers: { ...call.headers },
      body: call.body ?? null,
      signal,
    });
    const { statusCode: status, headers } = response;
    const body = new OutboundBody(response.body, { host: url.host, signal });
    response.body.once("close", () => void dispatcher.destroy());
    if (status <= MAX_STATUS) return { status, headers, body };
    body.discard();
    throw new HttpError("bad_gateway", { detail: `${url.host} answered with the status ${status}.` });
  } catch (error) {
    void dispatcher.destroy();
    throw error;
  }
}

/** Looking up a name takes no signal, so it is left behind: its late result has a handler, and opens no connection. */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

async function directly(url: URL, call: OutboundCall): Promise<Dispatcher> {
  const addresses = await resolve(url, call);
  // Loaded with the first call: a start is short without it.
  const { Agent } = await import("undici");
  return new Agent({
    connect: {
      ...call.tls,
      timeout: CONNECT_TIMEOUT_MS,
      lookup: (_host, options, callback) => {
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? "", addresses[0]?.family ?? 4);
      },
    },
    pipelining: 1,
    maxResponseSize: call.maxBytes ?? DEFAULT_MAX_BYTES,
  });
}

/** @throws HttpError `forbidden` for an address of a proxy that is none */
async function throughProxy(url: URL, call: OutboundCall, proxy: OutboundProxy): Promise<Dispatcher> {
  const { ProxyAgent } = await import("undici");
  const at = URL.canParse(proxy.url) ? new URL(proxy.url) : undefined;
  if (at === undefined || !["http:", "https:"].includes(at.protocol)) {
    throw new HttpError("forbidden", { detail: "Only http and https proxies are used." });
  }
  const pair = `${decodeURIComponent(at.username)}:${decodeURIComponent(at.password)}`;
  return new ProxyAgent({
    uri: at.origin,
    ...(pair !== ":" && { token: `Basic ${Buffer.from(pair).toString("base64")}` }),
    headers: { ...proxy.connectHeaders },
    requestTls: { ...call.tls, timeout: CONNECT_TIMEOUT_MS },
    proxyTls: { timeout: CONNECT_TIMEOUT_MS },
    proxyTunnel: url.protocol === "https:",
    pipelining: 1,
    maxResponseSize: call.maxBytes ?? DEFAULT_MAX_BYTES,
  });
}

function readUrl({
  url: text,
  allowHttp,
  allowedHosts,
}: Pick<OutboundCall, "url" | "allowHttp" | "allowedHosts">): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new HttpError("forbidden", { detail: "Only http and https addresses are called." });
  }
  if (url.username !== "" || url.password !== "") {
    throw new HttpError("forbidden", { detail: "An address with a user name or password in it is not called." });
  }
  if (url.protocol === "http:" && allowHttp !== true && !allowedHosts.allowsHost(hostName(url), portOf(url))) {
    throw new HttpError("forbidden", { detail: `${url.host} is not called without TLS.` });
  }
  return url;
}

async function resolve(
  url: URL,
  { reach, allowedHosts }: Pick<OutboundCall, "reach" | "allowedHosts">,
): Promise<{ address: string; family: number }[]> {
  const host = hostName(url);
  const found = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new HttpError("bad_gateway", { detail: `The name ${host} cannot be resolved.`, cause: error });
  });
  const isListed = allowedHosts.allowsHost(host, portOf(url));
  const allowed = found.filter(
    ({ address }) => isListed || allowedHosts.allowsAddress(address) || isReachable(address, reach),
  );
  if (allowed.length < found.length || allowed.length === 0) {
    throw new HttpError("forbidden", {
      detail:
        `${url.host} is an address that Vedette does not call. If it is yours, add "${host}:${portOf(url)}" to ` +
        "security.outbound.allowed_hosts in vedette.toml (VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS) and start again.",
    });
  }
  return allowed;
}

function hostName(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}
