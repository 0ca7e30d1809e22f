import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";
import { requirePermanent } from "./enroll-factor.ts";
import { stepUp } from "./step-up.ts";

/** A new set; the codes are shown this once. */
export interface RecoveryCodes {
  readonly id: string;
  readonly type: "recovery_code";
  readonly friendly_name: string;
  readonly total: number;
  readonly codes: readonly string[];
}

export interface RecoveryCodesStatus {
  readonly id: string;
  readonly type: "recovery_code";
  readonly total: number;
  readonly remaining: number;
}

const TYPE = "recovery_code";
const TOTAL = 10;
/** 80 bits each. */
const CODE_BYTES = 10;
const DEFAULT_NAME = "Recovery codes";
/** Codes that may be tried within a quarter of an hour until one is right. */
const MAX_ATTEMPTS = 10;

/** @throws IdentityError `mfa_factor_not_found` */
export async function recoveryCodesStatus({ db }: Identity, { user }: SignedInUser): Promise<RecoveryCodesStatus> {
  const row = await db
    .selectFrom("vedette.recovery_code_sets as s")
    .innerJoin("vedette.recovery_codes as c", "c.set_id", "s.id")
    .where("s.user_id", "=", user.id)
    .groupBy("s.id")
    .select([
      "s.id",
      sql<number>`count(*)::int`.as("total"),
      sql<number>`(count(*) filter (where c.used_at is null))::int`.as("remaining"),
    ])
    .executeTakeFirst();
  if (row === undefined) throw new IdentityError("mfa_factor_not_found");
  return { type: TYPE, ...row };
}

/**
 * Gives the signed-in user ten codes, each of which stands in for a second factor once.
 *
 * @throws IdentityError `mfa_recovery_codes_enroll_not_enabled`, `mfa_recovery_codes_sole_factor`, `insufficient_aal`,
 *   `mfa_verified_factor_exists`
 */
export async function createRecoveryCodes(
  identity: Identity,
  caller: SignedInUser,
  { friendlyName, origin }: { friendlyName: string | undefined; origin: RequestOrigin },
): Promise<RecoveryCodes> {
  requireAllowed(identity, caller);
  return mailingTransaction(identity, origin, async (trx) => {
    const user = await requireUser(trx, caller);
    if (user.factors.some(({ factor_type }) => factor_type === "recovery_code")) {
      throw new IdentityError("mfa_verified_factor_exists");
    }
    return putCodes(identity, trx, {
      user,
      friendlyName: friendlyName ?? DEFAULT_NAME,
      action: "factor_enrolled",
      origin,
    });
  });
}

/**
 * Replaces the codes of the signed-in user; the old ones are worth nothing from now on, and a lock is lifted.
 *
 * @throws IdentityError `mfa_factor_not_found`, `insufficient_aal`
 */
export async function replaceRecoveryCodes(
  identity: Identity,
  caller: SignedInUser,
  origin: RequestOrigin,
): Promise<RecoveryCodes> {
  requireAllowed(identity, caller);
  return mailingTransaction(identity, origin, async (trx) => {
    const user = await requireUser(trx, caller);
    const { id, friendly_name: friendlyName } = await dropCodes(trx, user);
    return putCodes(identity, trx, { user, id, friendlyName, action: "factor_updated", origin });
  });
}

/** @throws IdentityError `mfa_factor_not_found`, `insufficient_aal` */
export async function deleteRecoveryCodes(
  identity: Identity,
  caller: SignedInUser,
  origin: RequestOrigin,
): Promise<void> {
  requireSecondFactor(caller);
  await mailingTransaction(identity, origin, async (trx) => {
    const user = await requireUser(trx, caller);
    const { id } = await dropCodes(trx, user);
    const traits = { factor_id: id, factor_type: TYPE };
    await insertAuditEntry(trx, { action: "factor_unenrolled", actor: user, origin, traits }).execute();
    await notify(identity, trx, { notice: { kind: "mfa_factor_unenrolled", factorType: TYPE }, user, origin });
  });
}

/**
 * Uses up a code and raises the session to aal2. Case, blanks and hyphens do not matter.
 *
 * @throws IdentityError `mfa_recovery_codes_verify_not_enabled`, `mfa_verification_failed`, `mfa_recovery_codes_locked`,
 *   `session_not_found`
 */
export async function verifyRecoveryCode(
  identity: Identity,
  { user, sessionId }: SignedInUser,
  { code, origin }: { code: string; origin: RequestOrigin },
): Promise<OpenSession> {
  if (sessionId === undefined) throw new IdentityError("session_not_found");
  if (!identity.settings["auth.mfa.recovery_codes.enabled"]) {
    throw new IdentityError("mfa_recovery_codes_verify_not_enabled");
  }
  const setId = user.factors.find(({ factor_type }) => factor_type === "recovery_code")?.id;
  if (setId === undefined) throw wrongCode();
  await countAttempt(identity.db, setId);
  const hash = (await findAdoptedHash(identity, setId, code)) ?? hashOf(identity.pepper, setId, code);
  return identity.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    const used = await trx
      .updateTable("vedette.recovery_codes")
      .set({ used_at: sql`now()` })
      .where("set_id", "=", setId)
      .where("code_hash", "=", hash)
      .where("used_at", "is", null)
      .returning("set_id")
      .executeTakeFirst();
    if (used === undefined) throw wrongCode();
    await trx.deleteFrom("vedette.recovery_code_attempts").where("set_id", "=", setId).execute();
    const step = { userId: user.id, sessionId, factorId: setId, origin } as const;
    return stepUp(identity, trx, { ...step, method: "mfa/recovery_code", action: "verification_attempted" });
  });
}

/**
 * Finds a code among those that the reference service gave out before its database was taken over. Their hashes are
 * argon2id in the form of text, longer than ours.
 */
async function findAdoptedHash({ db, passwords }: Identity, setId: string, code: string): Promise<Buffer | undefined> {
  const adopted = await db
    .selectFrom("vedette.recovery_codes")
    .where("set_id", "=", setId)
    .where("used_at", "is", null)
    .where(sql<boolean>`octet_length(code_hash) > ${HASH_BYTES}`)
    .select("code_hash")
    .execute();
  for (const { code_hash } of adopted) {
    const hash = Buffer.from(code_hash);
    if (await passwords.verify(hash.toString(), normalized(code))) return hash;
  }
  return undefined;
}

function wrongCode(): IdentityError {
  return new IdentityError("mfa_verification_failed", { message: "Invalid recovery code entered" });
}

function requireAllowed({ settings }: Identity, caller: SignedInUser): void {
  requirePermanent(caller.user);
  if (!settings["auth.mfa.recovery_codes.enabled"]) throw new IdentityError("mfa_recovery_codes_enroll_not_enabled");
  const isBacked = caller.user.factors.some(
    ({ factor_type, status }) => factor_type !== "recovery_code" && status === "verified",
  );
  if (!isBacked) throw new IdentityError("mfa_recovery_codes_sole_factor");
  requireSecondFactor(caller);
}

function requireSecondFactor({ assuranceLevel }: SignedInUser): void {
  if (assuranceLevel === "aal1") throw new IdentityError("insufficient_aal");
}

async function requireUser(trx: Kysely<IdentityTables>, { user }: SignedInUser): Promise<StoredUser> {
  const locked = await lockUser(trx, user.id);
  if (locked === undefined) throw new IdentityError("user_not_found", { status: 403 });
  return locked;
}

/** @returns what the set was */
async function dropCodes(
  trx: Kysely<IdentityTables>,
  { id }: StoredUser,
): Promise<{ readonly id: string; readonly friendly_name: string }> {
  const dropped = await trx
    .deleteFrom("vedette.recovery_code_sets")
    .where("user_id", "=", id)
    .returning(["id", "friendly_name"])
    .executeTakeFirst();
  if (dropped === undefined) throw new IdentityError("mfa_factor_not_found");
  return dropped;
}

interface NewCodes {
  readonly user: StoredUser;
  /** Of the set that they replace. */
  readonly id?: string;
  readonly friendlyName: string;
  readonly action: AuditAction;
  readonly origin: RequestOrigin;
}

/** New codes are a new way in, also where they replace others: the user hears of it. */
async function putCodes(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, id = randomUUID(), friendlyName, action, origin }: NewCodes,
): Promise<RecoveryCodes> {
  const codes = Array.from({ length: TOTAL }, createCode);
  await trx
    .insertInto("vedette.recovery_code_sets")
    .values({ id, user_id: user.id, friendly_name: friendlyName })
    .execute();
  const rows = codes.map((code) => ({ set_id: id, code_hash: hashOf(identity.pepper, id, code) }));
  await trx.insertInto("vedette.recovery_codes").values(rows).execute();
  const traits = { factor_id: id, factor_type: TYPE };
  await insertAuditEntry(trx, { action, actor: user, origin, traits }).execute();
  await notify(identity, trx, { notice: { kind: "mfa_factor_enrolled", factorType: TYPE }, user, origin });
  return { id, type: TYPE, friendly_name: friendlyName, total: TOTAL, codes };
}

/** Crockford's letters: nobody mistakes one for another. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

function createCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS.charAt(Number.parseInt(five, 2))).join("");
}

/** Of SHA-256. */
const HASH_BYTES = 32;

function hashOf(pepper: Uint8Array, setId: string, code: string): Buffer {
  return createHmac("sha256", pepper)
    .update(`recovery-code:${setId}:${normalized(code)}`)
    .digest();
}

/** Case, blanks and hyphens do not matter. */
function normalized(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, "");
}

/** Counted before it is judged, so that tries that come together count one by one. */
async function countAttempt(db: Kysely<IdentityTables>, setId: string): Promise<void> {
  const isOld = sql<boolean>`recovery_code_attempts.began_at < now() - interval '15 minutes'`;
  const { attempts, secondsLeft } = await db
    .insertInto("vedette.recovery_code_attempts")
    .values({ set_id: setId, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column("set_id").doUpdateSet({
        attempts: sql<number>`case when ${isOld} then 1 else least(recovery_code_attempts.attempts + 1, 1000) end`,
        began_at: sql<Date>`case when ${isOld} then now() else recovery_code_attempts.began_at end`,
      }),
    )
    .returning([
      "attempts",
      sql<number>`ceil(extract(epoch from began_at + interval '15 minutes' - now()))::int`.as("secondsLeft"),
    ])
    .executeTakeFirstOrThrow();
  if (attempts <= MAX_ATTEMPTS) return;
  throw new IdentityError("mfa_recovery_codes_locked", {
    headers: { "retry-after": String(Math.max(1, secondsLeft)) },
  });
}
