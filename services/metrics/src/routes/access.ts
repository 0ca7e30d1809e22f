import type { IncomingHttpHeaders } from "node:http";
import { type Access, createAccess } from "@vedette/http";
import type { Identification } from "@vedette/identity";
import { MetricsError } from "../errors.ts";

/** Somebody who reads; walls have keys of their own. */
export type Reader = Identification | { readonly kind: "wall"; readonly wallId: string };

/** Finds out who asks; `undefined` without credentials that are worth something. */
export type IdentifyReader = (headers: IncomingHttpHeaders) => Promise<Reader | undefined>;

/** Reading metrics. */
export const READ = "metrics:read";
/** Sending samples. */
export const WRITE = "metrics:write";
/** Emptying the store. */
export const ADMINISTER = "metrics:admin";

/**
 * Everybody who is known may read, but for those of another issuer who have no role there. Programs of the operator
 * alone write.
 */
export function readerAccess(identify: IdentifyReader): Access<Reader> {
  return createAccess<Reader>({
    authenticate: ({ headers }) => identify(headers),
    nameOf(reader) {
      if (reader.kind === "wall") return `wall:${reader.wallId}`;
      if (reader.kind === "user") return `user:${reader.userId}`;
      return reader.kind === "third-party" ? `user:${reader.id}` : reader.kind;
    },
    async authorize(reader, permission, { method, headers }) {
      if (reader === undefined) throw new MetricsError("unauthorized");
      if (reader.kind === "third-party" && reader.role === undefined) throw new MetricsError("forbidden");
      const isOperator = reader.kind === "secret-key" || reader.kind === "admin-jwt";
      if (permission !== READ && !isOperator) throw new MetricsError("write_forbidden");
      const isByCookie = reader.kind === "user" && reader.via === "cookie";
      if (method === "POST" && isByCookie && isForeign(headers)) throw new MetricsError("forbidden");
    },
  });
}

/** The browser says that the page which asks is of another site. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
