import type { AllowedHosts } from "@vedette/http";

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
