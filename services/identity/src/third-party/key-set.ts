import { asJwk, type JwtKey, readPublicJwk } from "../keys/jwt-key.ts";

/** The keys of an issuer as this process knows them. */
export interface KeySet {
  /**
   * The key that a token names.
   *
   * @throws whatever `read` throws, as long as no key has ever been read
   */
  find(kid: string): Promise<JwtKey | undefined>;
  /** The same, of keys that can be used without waiting; where it is time to read them, that begins. */
  peek(kid: string): JwtKey | undefined;
  /** What is known of them, for administrators. */
  describe(): KeySetDescription;
}

interface KeySetDescription {
  readonly kids: readonly string[];
  /** Milliseconds since 1970; `undefined` until they have been read. */
  readonly readAt: number | undefined;
  /** Why the last attempt failed, if it did. */
  readonly failure: string | undefined;
}

/** Keys as they were read, and when: milliseconds since 1970. */
export interface KeyReading {
  readonly jwks: readonly object[];
  readonly at: number;
}

/** Keys older than this are read again while the old ones are still used. */
export const FRESH_MS = 10 * 60_000;
/** Keys older than this are used only when they cannot be read again. @see spec 1, Limits: "up to 30 minutes" */
const STALE_MS = 25 * 60_000;
/** So often at most does an unknown key, or a failure, lead to another reading. */
export const PAUSE_MS = 60_000;

/**
 * Follows the keys of an issuer. Readings are shared by everybody who waits for one; a failure leaves what is known.
 *
 * @param read - reads them where they are, given when the known ones were read
 */
export function followKeySet(read: (knownAt: number | undefined) => Promise<KeyReading>): KeySet {
  let keys: ReadonlyMap<string, JwtKey> | undefined;
  let readAt: number | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let reading: Promise<void> | undefined;

  const readAgain = (): Promise<void> => {
    reading ??= readOnce().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const readOnce = async (): Promise<void> => {
    triedAt = Date.now();
    try {
      const { jwks, at } = await read(readAt);
      keys = await importKeys(jwks);
      readAt = at;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  };
  const mayTry = () => reading !== undefined || Date.now() - triedAt >= PAUSE_MS;

  return {
    async find(kid) {
      const age = Date.now() - (readAt ?? Number.NEGATIVE_INFINITY);
      if (age >= STALE_MS && mayTry()) await readAgain();
      else if (age >= FRESH_MS && mayTry()) void readAgain();
      if (keys?.has(kid) !== true && mayTry()) await readAgain();
      if (keys === undefined) throw failure;
      return keys.get(kid);
    },
    peek(kid) {
      const age = Date.now() - (readAt ?? Number.NEGATIVE_INFINITY);
      if (age >= FRESH_MS && mayTry()) void readAgain();
      return age >= STALE_MS && reading !== undefined ? undefined : keys?.get(kid);
    },
    describe: () => ({
      kids: [...(keys?.keys() ?? [])],
      readAt,
      failure: failure === undefined ? undefined : failure instanceof Error ? failure.message : "unknown",
    }),
  };
}

/** Only public keys that sign and have a name count; others are passed over, as are those of unknown kinds. */
async function importKeys(jwks: readonly object[]): Promise<ReadonlyMap<string, JwtKey>> {
  const read = await Promise.all(jwks.map(importKey));
  return new Map(read.flatMap((key) => (key?.kid === undefined ? [] : [[key.kid, key] as const])));
}

async function importKey(value: object): Promise<JwtKey | undefined> {
  try {
    const jwk = asJwk(value);
    if (jwk.kty === "oct" || jwk.use === "enc") return undefined;
    return await readPublicJwk(jwk);
  } catch {
    // Of a set with one odd key the others still serve.
    return undefined;
  }
}
