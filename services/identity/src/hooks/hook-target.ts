import { isIP } from "node:net";
import { type AllowedHosts, isReachable } from "@vedette/http";

/** Where a hook is. */
export type HookTarget =
  | { readonly kind: "http"; readonly url: URL }
  | { readonly kind: "function"; readonly schema: string; readonly name: string; readonly sql: string };

const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]", "host.docker.internal"]);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/**
 * Reads the address of a hook.
 *
 * @param allowedHosts whose operator may be spoken to without encryption, too
 *
 * @throws TypeError naming what is wrong with it
 */
export function readHookTarget(uri: string, allowedHosts: AllowedHosts): HookTarget {
  if (!URL.canParse(uri)) throw new TypeError("The address of a hook is not set or is none");
  const url = new URL(uri);
  if (url.protocol === "pg-functions:") return readFunction(url.pathname);
  if (url.username !== "" || url.password !== "") throw new TypeError("The address of a hook carries no credentials");
  if (url.protocol === "https:") return { kind: "http", url };
  if (url.protocol === "http:" && (LOCAL_HOSTS.has(url.hostname) || allowedHosts.allowsHost(...hostAndPort(url)))) {
    return { kind: "http", url };
  }
  throw new TypeError("A hook is called over https, or over http on this machine or at an allowed host");
}

/** How far the caller of a hook gets. */
export interface HookReach {
  readonly allowedHosts: AllowedHosts;
  /** Whether the operator's file or environment holds the URL; such a URL can be on this machine. */
  readonly isOperators: boolean;
}

/**
 * Returns why a hook can never be called at this URL, as the caller would refuse it; `undefined` where it can. Names
 * are not resolved, except that localhost is this machine.
 *
 * @see contract of identity, 12.2 and 26
 */
export function hookTargetFault(uri: string, { allowedHosts, isOperators }: HookReach): string | undefined {
  try {
    const target = readHookTarget(uri, allowedHosts);
    if (target.kind === "function" || isOperators) return undefined;
    const [host, port] = hostAndPort(target.url);
    const address = host === "localhost" ? "127.0.0.1" : host;
    const isAllowed = allowedHosts.allowsHost(host, port) || isIP(address) === 0 || allowedHosts.allowsAddress(address);
    if (isAllowed || isReachable(address, "public")) return undefined;
    return "Hooks on a private address must be set in vedette.toml or the environment, or their host listed in security.outbound.allowed_hosts";
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** As a list of allowed hosts names them: without the brackets of an IPv6 address, and with the port of the scheme. */
export function hostAndPort({ hostname, port, protocol }: URL): [host: string, port: number] {
  return [hostname.replace(/^\[|\]$/g, ""), Number(port) || (protocol === "https:" ? 443 : 80)];
}

function readFunction(path: string): HookTarget {
  const [, schema = "", name = "", ...more] = path.split("/");
  if (more.length > 0 || !IDENTIFIER.test(schema) || !IDENTIFIER.test(name)) {
    throw new TypeError("A hook in the database is named pg-functions://<database>/<schema>/<function>");
  }
  return { kind: "function", schema, name, sql: `"${schema}"."${name}"` };
}
