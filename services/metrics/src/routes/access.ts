import type { IncomingHttpHeaders } from "node:http";
import { type Access, createAccess } from "@vedette/http";
import { MetricsError } from "../errors.ts";

/** Somebody who is known to the identity service: a person, the secret key, an administrator's token. */
export interface Reader {
  readonly kind: string;
  /** How a person is signed in; a browser's cookie also comes with requests that foreign pages send. */
  readonly via?: string;
}

/** Finds out who asks; `undefined` without credentials. */
export type IdentifyReader = (headers: IncomingHttpHeaders) => Promise<Reader | undefined>;

/** Reading metrics. */
export const READ = "metrics:read";

/** Everybody who is known may read. */
export function readerAccess(identify: IdentifyReader): Access<Reader> {
  return createAccess<Reader>({
    authenticate: ({ headers }) => identify(headers),
    async authorize(reader, _permission, { method, headers }) {
      if (reader === undefined) throw new MetricsError("unauthorized");
      if (method === "POST" && reader.via === "cookie" && isForeign(headers)) throw new MetricsError("forbidden");
    },
  });
}

/** The browser says that the page which asks is of another site. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
