import { type KeyRing, seal, unseal } from "@vedette/database";
import type { JWK } from "jose";
import { type Kysely, sql } from "kysely";
import { type AuditEntry, insertAuditEntry } from "../audit/audit-entry.ts";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import type { IdentityTables } from "../identity-tables.ts";
import {
  asJwk,
  createPrivateJwk,
  type JwtKey,
  type MadeAlgorithm,
  publicPartOf,
  readPrivateJwk,
  readPublicJwk,
} from "./jwt-key.ts";

/** The life of a signing key: published, signing, still checked, gone. */
export type KeyStatus = "standby" | "in_use" | "previously_used" | "revoked";

/** Who changes keys, and from where. */
export type KeyAuthor = Pick<AuditEntry, "actor" | "origin">;

export interface KeyStore {
  readonly db: Kysely<IdentityTables>;
  readonly keyRing: KeyRing;
}

/** A signing key as operators see it; nothing of its private part. */
export interface SigningKeyAnswer {
  readonly id: string;
  readonly algorithm: string;
  readonly status: KeyStatus;
  readonly public_jwk: object | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const PRIVATE_JWK = { table: "vedette.signing_keys", column: "sealed_private_jwk" } as const;
const MAX_KEYS = 20;

/** The keys that are not revoked, the signing one with its private part. */
export async function readStoredKeys({ db, keyRing }: KeyStore): Promise<readonly JwtKey[]> {
  const rows = await db
    .selectFrom("vedette.signing_keys")
    .where("status", "!=", "revoked")
    .select(["kid", "status", "public_jwk", "sealed_private_jwk"])
    .execute();
  return Promise.all(
    rows.map(async ({ kid, status, public_jwk, sealed_private_jwk }) => {
      const isShared = public_jwk === null || !("kty" in public_jwk);
      if (status !== "in_use" && !isShared) return readPublicJwk(asJwk(public_jwk));
      const key = await readPrivateJwk(
        asJwk(JSON.parse(unseal(keyRing, sealed_private_jwk, { ...PRIVATE_JWK, rowId: kid }))),
      );
      return status === "in_use" ? key : { ...key, signs: undefined };
    }),
  );
}

/** Changes whenever a key is added or changes its status. */
export async function fingerprintOf({ db }: Pick<KeyStore, "db">): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(kid || ':' || status, ',' order by kid) as text from vedette.signing_keys`.execute(db);
  return rows[0]?.text ?? "";
}

/** Of several machines that start at once, one leaves its key; all of them then read it. */
export async function createFirstKey(store: KeyStore): Promise<readonly JwtKey[]> {
  await insertKey(store, await createPrivateJwk("ES256"), "in_use")
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readStoredKeys(store);
}

export async function listKeys(db: Kysely<IdentityTables>): Promise<readonly SigningKeyAnswer[]> {
  const rows = await db.selectFrom("vedette.signing_keys").selectAll().orderBy("created_at").orderBy("kid").execute();
  return rows.map(({ kid, algorithm, status, public_jwk, created_at, status_changed_at }) => ({
    id: kid,
    algorithm,
    status,
    public_jwk: public_jwk !== null && "kty" in public_jwk ? public_jwk : null,
    created_at: created_at.toISOString(),
    updated_at: status_changed_at.toISOString(),
  }));
}

/**
 * Adds a key, made here or brought along. One that is to sign at once replaces the one that signs.
 *
 * @throws ConfigurationError `field_invalid`, `key_conflict`
 */
export async function addKey(
  store: KeyStore,
  {
    algorithm,
    status,
    privateJwk,
  }: { algorithm: MadeAlgorithm; status: "standby" | "in_use"; privateJwk?: JWK | undefined },
  by: KeyAuthor,
): Promise<string> {
  const jwk = await readOrMake(algorithm, privateJwk);
  return store.db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("vedette.signing_keys")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_KEYS) throw new ConfigurationError("key_conflict", `There are ${MAX_KEYS} keys already`);
    if (status === "in_use") await retire(trx);
    const added = await insertKey({ ...store, db: trx }, jwk, status)
      .onConflict((conflict) => conflict.column("kid").doNothing())
      .returning("kid")
      .executeTakeFirst();
    if (added === undefined) throw new ConfigurationError("key_conflict", "There is a key with this kid already");
    await insertAuditEntry(trx, {
      ...by,
      action: "signing_key_created",
      traits: { key: added.kid, algorithm, status },
    }).execute();
    return added.kid;
  });
}

async function readOrMake(algorithm: MadeAlgorithm, given: JWK | undefined): Promise<JWK & { kid: string }> {
  if (given === undefined) return createPrivateJwk(algorithm);
  const {
    key_ops: _operations,
    use: _use,
    ...jwk
  } = { ...given, alg: algorithm, kid: given.kid ?? crypto.randomUUID() };
  try {
    const key = await readPrivateJwk(jwk);
    if (key.signs === undefined || (jwk.kty !== "oct" && jwk.d === undefined)) throw new TypeError("no private part");
  } catch {
    // The reader's own message could quote the key.
    throw new ConfigurationError("field_invalid", `private_jwk: it is no private key of the algorithm ${algorithm}`);
  }
  return jwk;
}

/** Which status may follow which. */
const NEXT: Readonly<Record<KeyStatus, readonly KeyStatus[]>> = {
  standby: ["in_use", "revoked"],
  in_use: ["previously_used"],
  previously_used: ["in_use", "revoked"],
  revoked: [],
};

/**
 * Moves a key on. A key that begins to sign replaces the one that does; that one is still checked.
 *
 * @throws ConfigurationError `key_unknown`, `key_conflict`
 */
export async function changeKeyStatus(
  db: Kysely<IdentityTables>,
  { kid, status }: { kid: string; status: KeyStatus },
  by: KeyAuthor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockStatus(trx, kid);
    if (before === status) return;
    if (!NEXT[before].includes(status) || before === "in_use") {
      throw new ConfigurationError(
        "key_conflict",
        before === "in_use"
          ? "This key signs. Let another one sign first"
          : `A key that is ${before} cannot become ${status}`,
      );
    }
    if (status === "in_use") await retire(trx);
    await trx
      .updateTable("vedette.signing_keys")
      .set({ status, status_changed_at: sql`now()` })
      .where("kid", "=", kid)
      .execute();
    await insertAuditEntry(trx, {
      ...by,
      action: "signing_key_updated",
      traits: { key: kid, status, before },
    }).execute();
  });
}

/** @throws ConfigurationError `key_unknown`, `key_conflict` unless the key is revoked */
export async function deleteKey(db: Kysely<IdentityTables>, kid: string, by: KeyAuthor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockStatus(trx, kid);
    if (before !== "revoked") throw new ConfigurationError("key_conflict", "Only a revoked key can be deleted");
    await trx.deleteFrom("vedette.signing_keys").where("kid", "=", kid).execute();
    await insertAuditEntry(trx, { ...by, action: "signing_key_deleted", traits: { key: kid } }).execute();
  });
}

/** The key's status, which nobody else changes before the transaction ends. */
async function lockStatus(trx: Kysely<IdentityTables>, kid: string): Promise<KeyStatus> {
  const key = await trx
    .selectFrom("vedette.signing_keys")
    .where("kid", "=", kid)
    .select("status")
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) throw new ConfigurationError("key_unknown");
  return key.status;
}

async function retire(trx: Kysely<IdentityTables>): Promise<void> {
  await trx
    .updateTable("vedette.signing_keys")
    .set({ status: "previously_used", status_changed_at: sql`now()` })
    .where("status", "=", "in_use")
    .execute();
}

function insertKey({ db, keyRing }: KeyStore, jwk: JWK & { kid: string }, status: KeyStatus) {
  const { kid } = jwk;
  return db.insertInto("vedette.signing_keys").values({
    kid,
    algorithm: jwk.alg ?? "",
    status,
    // Of a shared secret nothing may be seen; the column wants an object.
    public_jwk: JSON.stringify(publicPartOf(jwk) ?? {}),
    sealed_private_jwk: seal(keyRing, JSON.stringify(jwk), { ...PRIVATE_JWK, rowId: kid }),
  });
}
