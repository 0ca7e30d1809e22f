import { HttpError, openCache } from "@vedette/http";
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { Fetch } from "./outbound-fetch.ts";

/** The published keys of providers. */
export interface KeySets {
  at(url: string, fetch: Fetch): JWTVerifyGetKey;
}

/** Memory of imported keys per byte of the document that holds them. */
const BYTES_PER_TEXT_BYTE = 8;

interface KeySet {
  readonly keys: JWTVerifyGetKey;
  readonly bytes: number;
}

/**
 * Keys are kept for ten minutes; a token that names an unknown one leads to an early look, at most every thirty seconds.
 */
export function createKeySets(): KeySets {
  const kept = openCache<string, KeySet>("oidc_key_sets", { sizeOf: ({ bytes }) => bytes });
  return {
    at(url, fetch) {
      const known = kept.get(url);
      if (known !== undefined) return known.keys;
      const counted = readingKeys(fetch, (length) => kept.set(url, { keys, bytes: length * BYTES_PER_TEXT_BYTE }));
      const keys = createRemoteJWKSet(new URL(url), { [customFetch]: counted, cooldownDuration: 30_000 });
      kept.set(url, { keys, bytes: 0 });
      return keys;
    },
  };
}

/** Keys that cannot be had are an outage of the provider, and no fault of the token. */
function readingKeys(fetch: Fetch, onLength: (bytes: number) => void): Fetch {
  return async (url, options) => {
    const answer = await fetch(url, options);
    if (answer.ok) {
      const body = await answer.arrayBuffer();
      onLength(body.byteLength);
      return new Response(body, { status: answer.status, headers: answer.headers });
    }
    throw new HttpError("bad_gateway", { detail: `${new URL(url).host} answered ${answer.status} for its keys.` });
  };
}
