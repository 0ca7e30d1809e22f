import { DatabaseError } from "../errors.ts";

/** What a database URL says, ready for the driver. */
export interface ConnectionUrl {
  readonly connectionString: string;
  /** Host and database without credentials, for messages. */
  readonly place: string;
  /** The URL says `pgbouncer=true`: a pooler in transaction mode stands between, so no session state is set. */
  readonly isPooled: boolean;
}

/** Modes that encrypt without proving who answers; the driver treats them as verify-full, and so they are named that. */
const VERIFIED_AS_FULL: ReadonlySet<string> = new Set(["prefer", "require", "verify-ca"]);
const SSL_MODES: ReadonlySet<string> = new Set(["disable", "no-verify", "verify-full", ...VERIFIED_AS_FULL]);

/**
 * Reads a `postgres://` URL. Without `sslmode` a host that is not this machine must prove itself (`verify-full`).
 *
 * @throws DatabaseError `url_invalid`; the message does not quote the password
 */
export function parseConnectionUrl(text: string): ConnectionUrl {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) throw new DatabaseError("url_invalid");
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  const mode = url.searchParams.get("sslmode") ?? (isLocal(host) ? "disable" : "verify-full");
  if (!SSL_MODES.has(mode)) {
    throw new DatabaseError("url_invalid", {
      detail: `VEDETTE_DATABASE_URL: sslmode is ${JSON.stringify(mode)}; it can be verify-full, no-verify or disable.`,
    });
  }
  url.searchParams.set("sslmode", VERIFIED_AS_FULL.has(mode) ? "verify-full" : mode);
  const isPooled = url.searchParams.get("pgbouncer") === "true";
  // What follows is set by us alone.
  for (const name of ["pgbouncer", "options", "application_name", "statement_timeout"]) url.searchParams.delete(name);
  const place = `${host === "" ? "localhost" : host}:${url.port === "" ? 5432 : url.port}${url.pathname}`;
  return { connectionString: url.href, place, isPooled };
}

function isLocal(host: string): boolean {
  return host === "" || host.startsWith("/") || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}
