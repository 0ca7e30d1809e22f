import type { JWK } from "jose";
import type { IdentitySettings } from "../settings.ts";
import { asJwk, type JwtKey, readPrivateJwk, sharedSecretKey } from "./jwt-key.ts";
import { createFirstKey, fingerprintOf, type KeyStore, readStoredKeys } from "./stored-keys.ts";

/** The keys of access tokens. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<JwtKey>;
  /** The key that a token names; a token that names none, or an unknown one, may be signed with the shared secret. */
  find(kid: string | undefined): Promise<JwtKey | undefined>;
  /** What anybody may see. Never holds a shared secret. */
  published(): Promise<{ readonly keys: readonly JWK[] }>;
  /** The keys of the database; `undefined` where the settings pin which keys there are. */
  readonly stored: KeyStore | undefined;
}

/** So old may the keys be that this process knows: a change elsewhere is in force here a second later. */
const MAX_AGE_MS = 1000;

/**
 * Opens the keys: those of the settings if there are any, else those of the database, where the first start leaves an
 * ES256 key that all machines share. The shared secret signs only when there is nothing else.
 *
 * @throws TypeError when the configured keys cannot be used
 */
export async function openSigningKeys({
  settings,
  ...store
}: KeyStore & { readonly settings: IdentitySettings }): Promise<SigningKeys> {
  const secret = settings["auth.jwt_secret"];
  const shared = secret === "" ? undefined : sharedSecretKey(secret, settings["auth.jwt_key_id"] || undefined);
  const configured = await readConfiguredKeys(settings["auth.jwt_keys"]);
  if (configured !== undefined) return keySet(async () => configured, { shared, stored: undefined });
  const keys = followStoredKeys(store, await openStoredKeys(store, shared));
  return keySet(keys, { shared, stored: store });
}

async function openStoredKeys(store: KeyStore, shared: JwtKey | undefined): Promise<readonly JwtKey[]> {
  const stored = await readStoredKeys(store);
  return stored.length === 0 && shared === undefined ? createFirstKey(store) : stored;
}

/** The keys as the database has them, asked for at most once a second. An outage leaves those that are known. */
function followStoredKeys(store: KeyStore, first: readonly JwtKey[]): () => Promise<readonly JwtKey[]> {
  let keys = Promise.resolve(first);
  let fingerprint = "";
  let readAt = Date.now();
  const readAgain = async (known: readonly JwtKey[]): Promise<readonly JwtKey[]> => {
    try {
      const now = await fingerprintOf(store);
      if (now === fingerprint) return known;
      const read = await readStoredKeys(store);
      fingerprint = now;
      return read;
    } catch {
      return known;
    }
  };
  return () => {
    if (Date.now() - readAt > MAX_AGE_MS) {
      readAt = Date.now();
      keys = keys.then(readAgain);
    }
    return keys;
  };
}

function keySet(
  read: () => Promise<readonly JwtKey[]>,
  { shared, stored }: { shared: JwtKey | undefined; stored: KeyStore | undefined },
): SigningKeys {
  return {
    stored,
    async current() {
      const key = (await read()).find(({ signs }) => signs !== undefined) ?? shared;
      if (key === undefined) throw new TypeError("There is no key that signs access tokens");
      return key;
    },
    async find(kid) {
      if (kid === undefined) return shared;
      return (await read()).find((key) => key.kid === kid) ?? shared;
    },
    published: async () => ({ keys: (await read()).flatMap(({ publicJwk }) => publicJwk ?? []) }),
  };
}

async function readConfiguredKeys(text: string): Promise<readonly JwtKey[] | undefined> {
  if (text === "") return undefined;
  const jwks = parseJwks(text);
  const signing = jwks.filter((jwk) => jwk.key_ops?.includes("sign"));
  if (signing.length !== 1) {
    throw new TypeError(`jwt_keys: exactly one key must have the operation sign, not ${signing.length}`);
  }
  return Promise.all(jwks.map((jwk) => readPrivateJwk(jwk)));
}

function parseJwks(text: string): readonly JWK[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote the key.
    throw new TypeError("jwt_keys: not valid JSON");
  }
  if (!Array.isArray(value)) throw new TypeError("jwt_keys: a JSON array of JWKs is needed");
  return value.map(asJwk);
}
