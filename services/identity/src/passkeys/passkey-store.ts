import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { IdentityError, type IdentityErrorCode } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";

/** A passkey as people see it. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
  readonly last_used_at?: string;
}

/** A passkey as a proof needs it. */
export interface StoredPasskey {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: Uint8Array;
  readonly public_key: Uint8Array;
  readonly sign_count: string;
  readonly transports: unknown;
}

export interface NewPasskey {
  readonly userId: string;
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly aaguid: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly friendlyName: string;
}

const CREDENTIAL_IS_UNIQUE = "webauthn_credentials_credential_id_key";

/** @throws IdentityError `webauthn_credential_exists` */
export async function insertPasskey(trx: Kysely<IdentityTables>, passkey: NewPasskey): Promise<PasskeyAnswer> {
  try {
    const row = await trx
      .insertInto("auth.webauthn_credentials")
      .values({
        user_id: passkey.userId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        attestation_type: "none",
        aaguid: passkey.aaguid,
        sign_count: String(passkey.signCount),
        transports: JSON.stringify(passkey.transports),
        backup_eligible: passkey.isBackupEligible,
        backed_up: passkey.isBackedUp,
        friendly_name: passkey.friendlyName,
      })
      .returning(["id", "friendly_name", "created_at", "last_used_at"])
      .executeTakeFirstOrThrow();
    return passkeyAnswer(row);
  } catch (cause) {
    if (violatedConstraint(cause) !== CREDENTIAL_IS_UNIQUE) throw cause;
    throw new IdentityError("webauthn_credential_exists", { cause });
  }
}

/** The passkeys of a user, oldest first. */
export async function listPasskeys(db: Kysely<IdentityTables>, userId: string): Promise<readonly PasskeyAnswer[]> {
  const rows = await db
    .selectFrom("auth.webauthn_credentials")
    .where("user_id", "=", userId)
    .select(["id", "friendly_name", "created_at", "last_used_at"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(passkeyAnswer);
}

function passkeyAnswer(row: {
  id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}): PasskeyAnswer {
  return {
    id: row.id,
    ...(row.friendly_name === "" ? {} : { friendly_name: row.friendly_name }),
    created_at: row.created_at.toISOString(),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at.toISOString() }),
  };
}

export async function findPasskey(
  db: Kysely<IdentityTables>,
  credentialId: Uint8Array,
): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom("auth.webauthn_credentials")
    .where("credential_id", "=", credentialId)
    .select(["id", "user_id", "credential_id", "public_key", "sign_count", "transports"])
    .executeTakeFirst();
}

/** The ids of a user's credentials, so that a device does not make a second one. */
export async function credentialIdsOf(db: Kysely<IdentityTables>, userId: string): Promise<readonly Uint8Array[]> {
  const rows = await db
    .selectFrom("auth.webauthn_credentials")
    .where("user_id", "=", userId)
    .select("credential_id")
    .execute();
  return rows.map(({ credential_id }) => credential_id);
}

/** @throws IdentityError `validation_failed` */
export async function renamePasskey(
  trx: Kysely<IdentityTables>,
  { id, userId, friendlyName }: { id: string; userId: string; friendlyName: string },
): Promise<PasskeyAnswer> {
  const row = await trx
    .updateTable("auth.webauthn_credentials")
    .set({ friendly_name: friendlyName, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(["id", "friendly_name", "created_at", "last_used_at"])
    .executeTakeFirst();
  if (row === undefined) throw unknownPasskey();
  return passkeyAnswer(row);
}

/**
 * @param unknown - what an unknown passkey is called: people and administrators have always been told differently
 * @throws IdentityError `validation_failed`, `webauthn_credential_not_found`
 */
export async function dropPasskey(
  trx: Kysely<IdentityTables>,
  {
    id,
    userId,
    unknown = "validation_failed",
  }: { id: string; userId: string; unknown?: "validation_failed" | "webauthn_credential_not_found" },
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("auth.webauthn_credentials")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw unknownPasskey(unknown);
}

function unknownPasskey(code: IdentityErrorCode = "validation_failed"): IdentityError {
  return new IdentityError(code, { status: 404, message: "Passkey not found" });
}

export type ChallengeType = "registration" | "authentication";

const LIFETIME_SECONDS = 300;

export interface PutChallenge {
  readonly type: ChallengeType;
  readonly userId: string | undefined;
  readonly challenge: string;
}

/** @returns its id and, in seconds since 1970, its end */
export async function putChallenge(
  db: Kysely<IdentityTables>,
  { type, userId, challenge }: PutChallenge,
): Promise<{ id: string; expiresAt: number }> {
  const row = await db
    .insertInto("auth.webauthn_challenges")
    .values({
      user_id: userId ?? null,
      challenge_type: type,
      session_data: JSON.stringify({ challenge }),
      expires_at: sql`now() + make_interval(secs => ${LIFETIME_SECONDS})`,
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
  return { id: row.id, expiresAt: Math.floor(row.expires_at.getTime() / 1000) };
}

/**
 * Uses up a challenge: of several answers at once, one gets it.
 *
 * @throws IdentityError `webauthn_challenge_not_found`, `webauthn_challenge_expired`
 */
export async function takeChallenge(
  db: Kysely<IdentityTables>,
  { id, type, userId }: { id: string; type: ChallengeType; userId: string | undefined },
): Promise<string> {
  const row = await db
    .deleteFrom("auth.webauthn_challenges")
    .where("id", "=", id)
    .where("challenge_type", "=", type)
    .where(sql<boolean>`user_id is not distinct from ${userId ?? null}::uuid`)
    .returning(["session_data", sql<boolean>`expires_at < now()`.as("isExpired")])
    .executeTakeFirst();
  if (row === undefined) throw new IdentityError("webauthn_challenge_not_found");
  if (row.isExpired) throw new IdentityError("webauthn_challenge_expired");
  const challenge: unknown = Reflect.get(Object(row.session_data), "challenge");
  return typeof challenge === "string" ? challenge : "";
}
