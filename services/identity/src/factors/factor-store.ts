import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { FactorType, IdentityTables } from "../identity-tables.ts";

/** A factor as the rules need it. */
export interface Factor {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: FactorType;
  readonly status: "unverified" | "verified";
  readonly secret: string | null;
  readonly phone: string | null;
  readonly web_authn_credential: unknown;
}

export interface NewFactor {
  readonly id: string;
  readonly userId: string;
  readonly type: FactorType;
  readonly friendlyName: string;
  readonly secret?: string;
  readonly phone?: string;
}

const NAME_IS_UNIQUE = "mfa_factors_user_friendly_name_unique";

/** @throws IdentityError `mfa_factor_name_conflict` */
export async function insertFactor(trx: Kysely<IdentityTables>, factor: NewFactor): Promise<void> {
  try {
    await trx
      .insertInto("auth.mfa_factors")
      .values({
        id: factor.id,
        user_id: factor.userId,
        friendly_name: factor.friendlyName,
        factor_type: factor.type,
        status: "unverified",
        created_at: sql`now()`,
        updated_at: sql`now()`,
        secret: factor.secret ?? null,
        phone: factor.phone ?? null,
      })
      .execute();
  } catch (cause) {
    throw nameConflict(cause);
  }
}

/** What a violated uniqueness of names means; every other error is itself. */
export function nameConflict(cause: unknown): unknown {
  if (violatedConstraint(cause) !== NAME_IS_UNIQUE) return cause;
  return new IdentityError("mfa_factor_name_conflict", { cause });
}

export async function findFactor(
  db: Kysely<IdentityTables>,
  { id, userId }: { id: string; userId: string },
): Promise<Factor | undefined> {
  return db
    .selectFrom("auth.mfa_factors")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .select(["id", "user_id", "friendly_name", "factor_type", "status", "secret", "phone", "web_authn_credential"])
    .executeTakeFirst();
}

/** Whether signing in takes a second proof. */
export async function hasVerifiedFactor(db: Kysely<IdentityTables>, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom("auth.mfa_factors")
    .where("user_id", "=", userId)
    .where("status", "=", "verified")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets factors that were never verified: those that are too old, and all of a kind. */
export async function dropUnverified(
  trx: Kysely<IdentityTables>,
  { userId, olderThanSeconds }: { userId: string; olderThanSeconds: number },
): Promise<void> {
  await trx
    .deleteFrom("auth.mfa_factors")
    .where("user_id", "=", userId)
    .where("status", "=", "unverified")
    .where(sql<boolean>`created_at < now() - make_interval(secs => ${olderThanSeconds})`)
    .execute();
}

/** A question that a factor must answer. */
export interface Challenge {
  readonly id: string;
  readonly factor_id: string;
  readonly ip_address: string;
  readonly otp_code: string | null;
  readonly web_authn_session_data: unknown;
  readonly isExpired: boolean;
}

export interface NewChallenge {
  readonly id: string;
  readonly factorId: string;
  readonly ipAddress: string;
  readonly otpCode?: string;
  readonly webAuthnChallenge?: string;
}

/** @returns when it was made, by the database's clock */
export async function insertChallenge(trx: Kysely<IdentityTables>, challenge: NewChallenge): Promise<Date> {
  const { webAuthnChallenge } = challenge;
  const { created_at } = await trx
    .with("asked", (qc) =>
      qc
        .updateTable("auth.mfa_factors")
        // The column is unique: clock_timestamp() differs where now() would not.
        .set({ last_challenged_at: sql`clock_timestamp()` })
        .where("id", "=", challenge.factorId)
        .returning("id"),
    )
    .insertInto("auth.mfa_challenges")
    .values({
      id: challenge.id,
      factor_id: challenge.factorId,
      created_at: sql`now()`,
      ip_address: challenge.ipAddress,
      otp_code: challenge.otpCode ?? null,
      web_authn_session_data: webAuthnChallenge === undefined ? null : JSON.stringify({ challenge: webAuthnChallenge }),
    })
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return created_at;
}

/** Codes that may be tried against one challenge. */
const MAX_ATTEMPTS = 5;

/**
 * Finds a challenge and counts the attempt at it, so that guesses that arrive together are counted one by one. After
 * the fifth it is gone.
 */
export async function attemptChallenge(
  db: Kysely<IdentityTables>,
  { id, factorId, expirySeconds }: { id: string; factorId: string; expirySeconds: number },
): Promise<Challenge | undefined> {
  return db.transaction().execute(async (trx) => {
    const challenge = await trx
      .selectFrom("auth.mfa_challenges")
      .where("id", "=", id)
      .where("factor_id", "=", factorId)
      .select(["id", "factor_id", "otp_code", "web_authn_session_data"])
      .select(sql<string>`host(ip_address)`.as("ip_address"))
      .select(sql<boolean>`created_at < now() - make_interval(secs => ${expirySeconds})`.as("isExpired"))
      .forUpdate()
      .executeTakeFirst();
    if (challenge === undefined) return undefined;
    const { attempts } = await trx
      .insertInto("vedette.challenge_attempts")
      .values({ challenge_id: id, attempts: 1 })
      .onConflict((conflict) =>
        conflict.column("challenge_id").doUpdateSet({ attempts: sql<number>`challenge_attempts.attempts + 1` }),
      )
      .returning("attempts")
      .executeTakeFirstOrThrow();
    if (attempts <= MAX_ATTEMPTS) return challenge;
    await consumeChallenge(trx, id);
    return undefined;
  });
}

/** @returns whether the challenge was still there: of several answers at once one wins */
export async function consumeChallenge(trx: Kysely<IdentityTables>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("auth.mfa_challenges").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}
