import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry, insertAuditEntryIf } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { createStoredToken, type NewestToken } from "../tokens/newest-token.ts";
import { createRefreshTokenKey } from "../tokens/refresh-token.ts";
import type { OpenSession } from "./open-session.ts";
import { type Refresh, type RefreshIdentity, type RefreshRequest, type ReuseCause, requireUsable } from "./refresh.ts";
import { findStoredToken, type RefreshableSession, type StoredToken, sealKey } from "./session-store.ts";

interface Found {
  readonly session: RefreshableSession;
  readonly stored: StoredToken;
}

/**
 * Exchanges a token of the older form, which is a row of its own.
 *
 * @returns `undefined` when the session moved on in the meantime and the token must be judged again
 */
export async function refreshByStoredToken(
  identity: RefreshIdentity,
  { refreshToken, origin, clientId }: RefreshRequest,
): Promise<Refresh | undefined> {
  const { db, settings } = identity;
  const found = await findStoredToken(identity, refreshToken);
  if (found === undefined) throw new IdentityError("refresh_token_not_found");
  requireUsable(found.session, { settings, clientId });
  const fate = fateOf(found, settings);
  if (fate === "outdated") throw new IdentityError("refresh_token_already_used");
  if (fate === "replayed") {
    if (settings["auth.enable_refresh_token_rotation"]) await revokeFamily(db, found.session, origin);
    throw new IdentityError("refresh_token_already_used");
  }
  if (fate === "current") {
    const refreshToken = await rotate(db, found, { ...identity, origin });
    return refreshToken && { session: openSession(found.session, refreshToken, origin), outcome: "rotated" };
  }
  const newest = newestOf(found);
  return newest && { session: openSession(found.session, newest, origin), outcome: fate };
}

/** What is to be done with a token, by how it stands to the newest of its session. */
function fateOf(
  { session, stored }: Found,
  settings: IdentitySettings,
): "current" | "replayed" | "outdated" | ReuseCause {
  if (!stored.isRevoked && session.refreshTokenKey === undefined) return "current";
  const isWithinInterval = stored.ageMs <= settings["auth.refresh_token_reuse_interval"] * 1000;
  // It proves less than the session has by now. A client may just have been overtaken by its own step-up.
  if (isFromBefore(session, stored)) return isWithinInterval ? "outdated" : "replayed";
  if (session.refreshTokenKey !== undefined) {
    // The session has moved to the newer form; only the answer of that very refresh may have been lost.
    if (isWithinInterval || session.counter === 0n) return "lost_answer";
    return "replayed";
  }
  if (stored.newest?.parent === stored.token) return "lost_answer";
  if (isWithinInterval && stored.newest !== undefined) return "reuse_interval";
  return settings["auth.refresh_token_allow_reuse"] && stored.newest !== undefined ? "reuse_allowed" : "replayed";
}

/** Whether a token is older than the second factor that raised its session. */
function isFromBefore({ raisedAt: { counter, tokenId } }: RefreshableSession, { id }: StoredToken): boolean {
  return counter !== undefined || (tokenId !== undefined && BigInt(id) < tokenId);
}

function newestOf({ session, stored }: Found): NewestToken | undefined {
  if (session.refreshTokenKey !== undefined) {
    return { kind: "signed", key: session.refreshTokenKey, counter: session.counter };
  }
  return stored.newest && { kind: "stored", token: stored.newest.token };
}

/** @returns 0 to 99, always the same for a session: one that stays behind does so however often it is refreshed */
function shareOf(sessionId: string): number {
  return createHash("sha256").update(sessionId).digest().readUInt32BE() % 100;
}

/** Replaces the newest token, unless another refresh has done so since it was read. */
async function rotate(
  db: Kysely<IdentityTables>,
  found: Found,
  { settings, origin, ...sealing }: Pick<RefreshIdentity, "settings" | "keyRing"> & { readonly origin: RequestOrigin },
): Promise<NewestToken | undefined> {
  const moves = settings["auth.refresh_token_algorithm_version"] === 2;
  const isMoving = moves && shareOf(found.session.id) < settings["auth.refresh_token_upgrade_percentage"];
  const newest: NewestToken = isMoving
    ? { kind: "signed", key: createRefreshTokenKey(), counter: 0n }
    : { kind: "stored", token: createStoredToken() };
  const { session, stored } = found;
  const rotated = await db
    .with("rotated", (qc) =>
      qc
        .updateTable("auth.refresh_tokens")
        .set({ revoked: true, updated_at: sql`now()` })
        .where("id", "=", stored.id)
        .where("revoked", "=", false)
        .returning(["session_id", "user_id", "instance_id", "token"]),
    )
    .with("child", (qc) =>
      qc
        .insertInto("auth.refresh_tokens")
        .columns(["instance_id", "user_id", "token", "revoked", "parent", "session_id", "created_at", "updated_at"])
        .expression(
          sql`select r.instance_id, r.user_id, ${newest.kind === "stored" ? newest.token : ""}, false, r.token,
            r.session_id, now(), now() from rotated r where ${newest.kind === "stored"}`,
        )
        .returning("id"),
    )
    .with("moved", (qc) =>
      qc
        .updateTable("auth.sessions")
        .set({
          refreshed_at: sql`now() at time zone 'utc'`,
          updated_at: sql`now()`,
          user_agent: origin.userAgent,
          ip: origin.ipAddress === "" ? null : origin.ipAddress,
          ...(newest.kind === "signed"
            ? { refresh_token_hmac_key: sealKey(sealing, session.id, newest.key), refresh_token_counter: "0" }
            : {}),
        })
        .where("id", "=", session.id)
        .where(sql<boolean>`exists (select from rotated)`)
        .returning("id"),
    )
    .with("audit", () => insertAuditEntryIf("rotated", { action: "token_refreshed", actor: session.user, origin }))
    .selectFrom("rotated")
    .select("session_id")
    .executeTakeFirst();
  return rotated && newest;
}

/** A session of the newer form has no rows to revoke: it ends as a whole. */
async function revokeFamily(
  db: Kysely<IdentityTables>,
  session: RefreshableSession,
  origin: RequestOrigin,
): Promise<void> {
  await db
    .with("ended", (qc) =>
      qc
        .deleteFrom("auth.sessions")
        .where("id", "=", session.id)
        .where("refresh_token_hmac_key", "is not", null)
        .returning("id"),
    )
    .with("revoked", (qc) =>
      qc
        .updateTable("auth.refresh_tokens")
        .set({ revoked: true, updated_at: sql`now()` })
        .where("session_id", "=", session.id)
        .where("revoked", "=", false)
        .returning("id"),
    )
    .with("audit", (qc) => insertAuditEntry(qc, { action: "token_revoked", actor: session.user, origin }))
    .selectFrom("revoked")
    .select("id")
    .execute();
}

function openSession(session: RefreshableSession, refreshToken: NewestToken, origin: RequestOrigin): OpenSession {
  const { id, user, assuranceLevel, methods, times, program } = session;
  return {
    id,
    program,
    user,
    assuranceLevel,
    methods,
    refreshToken,
    createdAt: times.createdAt,
    enteredBy: "token_refresh",
    origin,
  };
}
