import { type KeyRing, seal, unseal } from "@vedette/database";
import type { JWK } from "jose";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { IdentitySettings } from "../settings.ts";
import { createPrivateJwk, type JwtKey, readPrivateJwk, readPublicJwk, sharedSecretKey } from "./jwt-key.ts";

/** The keys of access tokens. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): JwtKey;
  /** The key that a token names; a token that names none, or an unknown one, may be signed with the shared secret. */
  find(kid: string | undefined): Promise<JwtKey | undefined>;
  /** What anybody may see. Never holds a shared secret. */
  published(): { readonly keys: readonly JWK[] };
}

interface KeyStore {
  readonly db: Kysely<IdentityTables>;
  readonly keyRing: KeyRing;
  readonly settings: IdentitySettings;
}

/** An unknown key id makes the stored keys be read again, at most this often: another machine may have a newer one. */
const RELOAD_INTERVAL_MS = 10_000;

/**
 * Opens the keys: those of the settings if there are any, else those of the database, where the first start leaves an
 * ES256 key that all machines share. The shared secret signs only when there is nothing else.
 *
 * @throws TypeError when the configured keys cannot be used
 */
export async function openSigningKeys(store: KeyStore): Promise<SigningKeys> {
  const secret = store.settings["auth.jwt_secret"];
  const shared = secret === "" ? undefined : sharedSecretKey(secret);
  const configured = await readConfiguredKeys(store.settings["auth.jwt_keys"]);
  if (configured !== undefined) return keySet(configured, { shared, reload: async () => configured });
  let stored = await readStoredKeys(store);
  if (stored.length === 0 && shared === undefined) stored = await createFirstKey(store);
  return keySet(stored, { shared, reload: () => readStoredKeys(store) });
}

function keySet(
  initial: readonly JwtKey[],
  { shared, reload }: { shared: JwtKey | undefined; reload: () => Promise<readonly JwtKey[]> },
): SigningKeys {
  let keys = initial;
  let reloadedAt = 0;
  const known = (kid: string) => keys.find((key) => key.kid === kid);
  return {
    current() {
      const key = keys.find(({ signs }) => signs !== undefined) ?? shared;
      if (key === undefined) throw new TypeError("There is no key that signs access tokens");
      return key;
    },
    async find(kid) {
      if (kid === undefined) return shared;
      if (known(kid) === undefined && Date.now() - reloadedAt > RELOAD_INTERVAL_MS) {
        reloadedAt = Date.now();
        keys = await reload();
      }
      return known(kid) ?? shared;
    },
    published: () => ({ keys: keys.flatMap(({ publicJwk }) => publicJwk ?? []) }),
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

function asJwk(value: unknown): JWK {
  if (!isJwk(value)) throw new TypeError("jwt_keys: a key is no JWK");
  return value;
}

function isJwk(value: unknown): value is JWK {
  return typeof value === "object" && value !== null && "kty" in value && typeof value.kty === "string";
}

const PRIVATE_JWK = { table: "vedette.signing_keys", column: "sealed_private_jwk" } as const;

async function readStoredKeys({ db, keyRing }: Pick<KeyStore, "db" | "keyRing">): Promise<readonly JwtKey[]> {
  const rows = await db
    .selectFrom("vedette.signing_keys")
    .where("status", "!=", "revoked")
    .select(["kid", "status", "public_jwk", "sealed_private_jwk"])
    .execute();
  return Promise.all(
    rows.map(({ kid, status, public_jwk, sealed_private_jwk }) => {
      if (status !== "in_use") return readPublicJwk(asJwk(public_jwk));
      return readPrivateJwk(asJwk(JSON.parse(unseal(keyRing, sealed_private_jwk, { ...PRIVATE_JWK, rowId: kid }))));
    }),
  );
}

/** Of several machines that start at once, one leaves its key; all of them then read it. */
async function createFirstKey(store: KeyStore): Promise<readonly JwtKey[]> {
  const privateJwk = await createPrivateJwk();
  const { publicJwk } = await readPrivateJwk(privateJwk);
  await store.db
    .insertInto("vedette.signing_keys")
    .values({
      kid: privateJwk.kid,
      algorithm: "ES256",
      status: "in_use",
      public_jwk: JSON.stringify(publicJwk),
      sealed_private_jwk: seal(store.keyRing, JSON.stringify(privateJwk), { ...PRIVATE_JWK, rowId: privateJwk.kid }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readStoredKeys(store);
}
