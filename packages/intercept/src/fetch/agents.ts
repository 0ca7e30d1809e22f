import { Agent, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from "undici";
import type { ClientCertificate, FetchSettings, ProxySettings } from "./fetch-settings.ts";

/** The keep-alive connections of `route.fetch`, apart from those of the process: they are never routed. */
export class FetchAgents {
  readonly #settings: FetchSettings;
  readonly #agents = new Map<ClientCertificate | "direct" | "proxied", Dispatcher>();

  constructor(settings: FetchSettings) {
    this.#settings = settings;
  }

  /** Chosen anew for every hop: a certificate belongs to one origin. */
  agentFor(url: URL): Dispatcher {
    const certificate = this.#settings.clientCertificates?.find(
      ({ origin }) => URL.parse(origin)?.origin === url.origin,
    );
    const { proxy } = this.#settings;
    const isProxied = proxy !== undefined && !isBypassed(url, proxy.bypass);
    const key = certificate ?? (isProxied ? "proxied" : "direct");
    const existing = this.#agents.get(key);
    if (existing !== undefined) return existing;
    const tls = { rejectUnauthorized: this.#settings.ignoreHTTPSErrors !== true, ...certificateOptions(certificate) };
    const agent = isProxied ? proxyAgent(proxy, tls) : new Agent({ connect: tls });
    this.#agents.set(key, agent);
    return agent;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }
}

function certificateOptions(certificate: ClientCertificate | undefined): object {
  if (certificate === undefined) return {};
  const { origin: _origin, ...options } = certificate;
  return options;
}

function proxyAgent({ server, username, password = "" }: ProxySettings, requestTls: object): Dispatcher {
  if (/^socks5?:/i.test(server)) {
    const credentials = username === undefined ? {} : { username, password };
    return new Socks5ProxyAgent(server, { ...credentials, requestTls });
  }
  const token =
    username === undefined ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return new ProxyAgent({ uri: server, requestTls, ...(token !== undefined && { token }) });
}

function isBypassed({ hostname }: URL, bypass = ""): boolean {
  return bypass
    .split(",")
    .map((rule) => rule.trim().replace(/^\*/, ""))
    .some((rule) => rule !== "" && (rule.startsWith(".") ? `.${hostname}`.endsWith(rule) : hostname === rule));
}
