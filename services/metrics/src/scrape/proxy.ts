import { isIP } from "node:net";

/** A proxy, and what it is told when it shall connect. */
interface ClientProxy {
  readonly url: string;
  readonly connectHeaders: Readonly<Record<string, string>>;
}

/** A proxy with the hosts that are reached without it. */
export interface ProxyRule extends ClientProxy {
  /** Hosts, domains with or without a dot before them, with a port or without; `*` for all. */
  readonly except: readonly string[];
}

/** The proxy for an address; `undefined` where it is reached without one. */
export function proxyFor({ hostname, port, protocol }: URL, rule: ProxyRule): ClientProxy | undefined {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const usedPort = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return rule.except.some((entry) => isExcepted(host, usedPort, entry)) ? undefined : rule;
}

function isExcepted(host: string, port: string, entry: string): boolean {
  if (entry === "*") return true;
  const [, name = "", wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
  if (name === "" || (wantedPort !== undefined && wantedPort !== port)) return false;
  if (isIP(host) !== 0) return host === name;
  const domain = name.replace(/^\*?\./, "");
  return host === domain ? !/^\*?\./.test(name) : host.endsWith(`.${domain}`);
}
