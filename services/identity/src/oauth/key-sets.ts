import { HttpError } from "@vedette/http";
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { Fetch } from "./outbound-fetch.ts";

/** The published keys of providers. */
export interface KeySets {
  at(url: string, fetch: Fetch): JWTVerifyGetKey;
}

const MAX_KEPT = 200;

/**
 * Keys are kept for ten minutes; a token that names an unknown one leads to an early look, at most every thirty seconds.
 */
export function createKeySets(): KeySets {
  const kept = new Map<string, JWTVerifyGetKey>();
  return {
    at(url, fetch) {
      const known = kept.get(url);
      if (known !== undefined) return known;
      if (kept.size >= MAX_KEPT) kept.clear();
      const keys = createRemoteJWKSet(new URL(url), { [customFetch]: readingKeys(fetch), cooldownDuration: 30_000 });
      kept.set(url, keys);
      return keys;
    },
  };
}

/** Keys that cannot be had are an outage of the provider, and no fault of the token. */
function readingKeys(fetch: Fetch): Fetch {
  return async (url, options) => {
    const answer = await fetch(url, options);
    if (answer.ok) return answer;
    throw new HttpError("bad_gateway", { detail: `${new URL(url).host} answered ${answer.status} for its keys.` });
  };
}
