import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { findRefreshable, type RefreshableSession } from "../sessions/session-store.ts";
import { createStoredToken, type NewestToken } from "../tokens/newest-token.ts";

/** What the second factors are called in the `amr` claim. */
export type FactorMethod = "totp" | "mfa/phone" | "mfa/webauthn" | "mfa/recovery_code";

export interface StepUp {
  readonly userId: string;
  readonly sessionId: string;
  readonly factorId: string;
  readonly method: FactorMethod;
  readonly action: AuditAction;
  readonly origin: RequestOrigin;
}

/**
 * Raises a session to aal2. Its refresh tokens of before fetch no session of this level: the counter goes on by two.
 * Sessions of the user that have not proved a second factor end. Cookies of before open the session for the minute that
 * requests on their way may take: the pages get others for the new access token.
 *
 * @throws IdentityError `session_not_found`
 */
export async function stepUp(
  { settings, keyRing }: Pick<Identity, "settings" | "keyRing">,
  trx: Kysely<IdentityTables>,
  step: StepUp,
): Promise<OpenSession> {
  const { userId, sessionId, factorId, method, action, origin } = step;
  const { numUpdatedRows } = await trx
    .updateTable("auth.sessions")
    .set({
      aal: "aal2",
      factor_id: factorId,
      refresh_token_counter: sql<string>`refresh_token_counter + 2`,
      refreshed_at: sql`now() at time zone 'utc'`,
      updated_at: sql`now()`,
    })
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  // Another session of the user may have proved a factor in the meantime, which ended this one.
  if (numUpdatedRows === 0n) throw new IdentityError("session_not_found");
  await trx
    .with("ended", (qc) =>
      qc
        .deleteFrom("auth.sessions")
        .where("user_id", "=", userId)
        .where("id", "!=", sessionId)
        .where(sql<boolean>`coalesce(aal, 'aal1') = 'aal1'`)
        .returning("id"),
    )
    .insertInto("auth.mfa_amr_claims")
    .values({
      id: randomUUID(),
      session_id: sessionId,
      created_at: sql`now()`,
      updated_at: sql`now()`,
      authentication_method: method,
    })
    .onConflict((conflict) =>
      conflict.columns(["session_id", "authentication_method"]).doUpdateSet({ updated_at: sql`now()` }),
    )
    .execute();
  const session = await findRefreshable({ db: trx, settings, keyRing }, sessionId);
  if (session === undefined) throw new IdentityError("session_not_found");
  await insertAuditEntry(trx, { action, actor: session.user, origin, traits: { factor_id: factorId } }).execute();
  const { id, user, assuranceLevel, methods, times } = session;
  await replaceCookies(trx, sessionId);
  const { refreshToken, tokenId } = await newestToken(trx, session);
  const raised = { counter: refreshToken.kind === "signed" ? String(session.counter) : null, token_id: tokenId };
  await trx
    .insertInto("vedette.raised_sessions")
    .values({ session_id: sessionId, ...raised })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(raised))
    .execute();
  return { id, user, assuranceLevel, methods, refreshToken, createdAt: times.createdAt, enteredBy: method, origin };
}

/** @see threats, 3: session cookies rotate on sign-in and step-up */
async function replaceCookies(trx: Kysely<IdentityTables>, sessionId: string): Promise<void> {
  await trx
    .with("forgotten", (qc) =>
      qc.deleteFrom("vedette.remembered_browsers").where("session_id", "=", sessionId).returning("session_id"),
    )
    .updateTable("vedette.browser_sessions")
    .set({ replaced_at: sql<Date>`now()` })
    .where("session_id", "=", sessionId)
    .where("replaced_at", "is", null)
    .execute();
}

/** The token of the raised session. Where tokens are rows, those of before are revoked. */
async function newestToken(
  trx: Kysely<IdentityTables>,
  session: RefreshableSession,
): Promise<{ readonly refreshToken: NewestToken; readonly tokenId: string | null }> {
  const { refreshTokenKey: key, counter, user } = session;
  if (key !== undefined) return { refreshToken: { kind: "signed", key, counter }, tokenId: null };
  const token = createStoredToken();
  const { id } = await trx
    .with("revoked", (qc) =>
      qc
        .updateTable("auth.refresh_tokens")
        .set({ revoked: true, updated_at: sql`now()` })
        .where("session_id", "=", session.id)
        .where("revoked", "=", false)
        .returning("id"),
    )
    .insertInto("auth.refresh_tokens")
    .values({
      instance_id: user.instance_id,
      user_id: user.id,
      token,
      revoked: false,
      session_id: session.id,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { refreshToken: { kind: "stored", token }, tokenId: id };
}

/** Takes from sessions what a factor that is gone had proved. */
export async function stepDown(
  trx: Kysely<IdentityTables>,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<void> {
  await trx
    .with("lowered", (qc) =>
      qc
        .updateTable("auth.sessions")
        .set({ aal: "aal1", factor_id: null, updated_at: sql`now()` })
        .where("user_id", "=", userId)
        .where("factor_id", "=", factorId)
        .returning("id"),
    )
    .deleteFrom("auth.mfa_amr_claims")
    .where("authentication_method", "in", ["totp", "mfa/phone", "mfa/webauthn", "mfa/recovery_code"])
    .where(sql<boolean>`session_id in (select id from lowered)`)
    .execute();
}
