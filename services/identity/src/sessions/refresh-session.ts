import { type Kysely, sql } from "kysely";
import { insertAuditEntryIf } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { decodeRefreshToken, isSignedBy } from "../tokens/refresh-token.ts";
import { isBanned } from "../users/ban.ts";
import type { OpenSession } from "./open-session.ts";
import { requireLivingSession } from "./session-limits.ts";
import { findRefreshable, type RefreshableSession } from "./session-store.ts";

/** What became of a refresh token. */
export interface Refresh {
  readonly session: OpenSession;
  /** `rotated`: it was the newest; otherwise why the newest was given instead. */
  readonly outcome: "rotated" | ReuseCause;
}

/** Why an older token is answered with the newest one instead of ending the session. */
type ReuseCause = "lost_answer" | "reuse_interval" | "reuse_allowed";

/** Another refresh can overtake this one; each round sees what the other left behind. */
const MAX_ROUNDS = 20;

/**
 * Exchanges a refresh token. However many parallel exchanges of one token there are, all of them succeed and end with
 * the same newest token; the replay of an older one ends the session.
 *
 * @throws IdentityError `validation_failed`, `refresh_token_not_found`, `session_not_found`, `session_expired`,
 *   `user_banned`, `refresh_token_already_used`, `conflict`
 */
export async function refreshSession(
  { db, settings }: Pick<Identity, "db" | "settings">,
  { refreshToken, origin }: { refreshToken: string; origin: RequestOrigin },
): Promise<Refresh> {
  const token = decodeRefreshToken(refreshToken);
  if (token === undefined)
    throw isOfOlderFormat(refreshToken) ? new IdentityError("refresh_token_not_found") : malformed();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const session = await findRefreshable(db, token.sessionId);
    requireUsable(session, refreshToken, settings);
    const fate = fateOf(token.counter, session, settings);
    if (fate === "ahead") throw malformed();
    if (fate === "replayed") {
      const ended = await endReplayedSession(db, session, { settings, origin });
      if (ended) throw new IdentityError("refresh_token_already_used");
      continue;
    }
    if (fate !== "current") return { session: openSession(session, session.counter), outcome: fate };
    const rotated = await rotate(db, session, origin);
    if (rotated) return { session: openSession(session, session.counter + 1n), outcome: "rotated" };
  }
  throw new IdentityError("conflict");
}

/** Twelve characters of base32, as installations give out whose tokens are rows. Here there are none. */
function isOfOlderFormat(refreshToken: string): boolean {
  return /^[a-z0-9]{12}$/.test(refreshToken);
}

function malformed(): IdentityError {
  return new IdentityError("validation_failed", { message: "Refresh token is not valid" });
}

function requireUsable(
  session: RefreshableSession | undefined,
  refreshToken: string,
  settings: IdentitySettings,
): asserts session is RefreshableSession {
  if (session === undefined) throw new IdentityError("refresh_token_not_found");
  if (!isSignedBy(refreshToken, session.refreshTokenKey)) throw malformed();
  if (isBanned(session.user, session.times.now)) throw new IdentityError("user_banned", { status: 400 });
  requireLivingSession(session.times, settings);
}

/** What is to be done with a token, by how far the session has moved on since it was made. */
function fateOf(
  counter: bigint,
  session: RefreshableSession,
  settings: IdentitySettings,
): "current" | "ahead" | "replayed" | ReuseCause {
  if (counter === session.counter) return "current";
  if (counter > session.counter) return "ahead";
  // The client may never have seen the answer of its last refresh.
  if (counter === session.counter - 1n) return "lost_answer";
  const { refreshed_at: refreshedAt, now } = session.times;
  const sinceRefreshMs = refreshedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - refreshedAt.getTime();
  if (sinceRefreshMs <= settings["auth.refresh_token_reuse_interval"] * 1000) return "reuse_interval";
  return settings["auth.refresh_token_allow_reuse"] ? "reuse_allowed" : "replayed";
}

/** Moves the session on, unless another refresh has done so since it was read. */
async function rotate(
  db: Kysely<IdentityTables>,
  session: RefreshableSession,
  origin: RequestOrigin,
): Promise<boolean> {
  const rotated = await db
    .with("rotated", (qc) =>
      qc
        .updateTable("auth.sessions")
        .set({
          refresh_token_counter: String(session.counter + 1n),
          refreshed_at: sql`now() at time zone 'utc'`,
          updated_at: sql`now()`,
          user_agent: origin.userAgent,
          ip: origin.ipAddress === "" ? null : origin.ipAddress,
        })
        .where("id", "=", session.id)
        .where("refresh_token_counter", "=", String(session.counter))
        .returning("id"),
    )
    .with("audit", () => insertAuditEntryIf("rotated", { action: "token_refreshed", actor: session.user, origin }))
    .selectFrom("rotated")
    .select("id")
    .executeTakeFirst();
  return rotated !== undefined;
}

/** @returns false when the session moved on in the meantime and the token must be judged again */
async function endReplayedSession(
  db: Kysely<IdentityTables>,
  session: RefreshableSession,
  { settings, origin }: { settings: IdentitySettings; origin: RequestOrigin },
): Promise<boolean> {
  if (!settings["auth.enable_refresh_token_rotation"]) return true;
  const ended = await db
    .with("ended", (qc) =>
      qc
        .deleteFrom("auth.sessions")
        .where("id", "=", session.id)
        .where("refresh_token_counter", "=", String(session.counter))
        .returning("id"),
    )
    .with("audit", () => insertAuditEntryIf("ended", { action: "token_revoked", actor: session.user, origin }))
    .selectFrom("ended")
    .select("id")
    .executeTakeFirst();
  return ended !== undefined;
}

function openSession(session: RefreshableSession, counter: bigint): OpenSession {
  const { id, user, assuranceLevel, methods, refreshTokenKey } = session;
  return { id, user, assuranceLevel, methods, refreshTokenKey, refreshTokenCounter: counter };
}
