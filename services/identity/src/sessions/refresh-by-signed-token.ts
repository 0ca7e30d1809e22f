import { type Kysely, sql } from "kysely";
import { insertAuditEntryIf } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { isSignedBy, type RefreshToken } from "../tokens/refresh-token.ts";
import type { OpenSession } from "./open-session.ts";
import {
  malformedToken,
  type Refresh,
  type RefreshIdentity,
  type RefreshRequest,
  type ReuseCause,
  requireUsable,
} from "./refresh.ts";
import { findRefreshable, type RefreshableSession } from "./session-store.ts";

type SignedSession = RefreshableSession & { readonly refreshTokenKey: string };

/**
 * Exchanges a token that is signed with its session's key.
 *
 * @returns `undefined` when the session moved on in the meantime and the token must be judged again
 */
export async function refreshBySignedToken(
  identity: RefreshIdentity,
  { refreshToken, token, origin, clientId }: RefreshRequest & { readonly token: RefreshToken },
): Promise<Refresh | undefined> {
  const { db, settings } = identity;
  const session = await findRefreshable(identity, token.sessionId);
  if (!isSigned(session)) throw new IdentityError("refresh_token_not_found");
  if (!isSignedBy(refreshToken, session.refreshTokenKey)) throw malformedToken();
  requireUsable(session, { settings, clientId });
  const fate = fateOf(token.counter, session, settings);
  if (fate === "ahead") throw malformedToken();
  if (fate === "replayed") {
    const hasEnded = await endReplayedSession(db, session, { settings, origin });
    if (hasEnded) throw new IdentityError("refresh_token_already_used");
    return undefined;
  }
  if (fate !== "current") return { session: withCounter(session, session.counter, origin), outcome: fate };
  const hasMoved = await rotate(db, session, origin);
  return hasMoved ? { session: withCounter(session, session.counter + 1n, origin), outcome: "rotated" } : undefined;
}

function isSigned(session: RefreshableSession | undefined): session is SignedSession {
  return session?.refreshTokenKey !== undefined;
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
  const { refreshedAt, now } = session.times;
  const sinceRefreshMs = refreshedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - refreshedAt.getTime();
  if (sinceRefreshMs <= settings["auth.refresh_token_reuse_interval"] * 1000) return "reuse_interval";
  return settings["auth.refresh_token_allow_reuse"] ? "reuse_allowed" : "replayed";
}

/** Moves the session on, unless another refresh has done so since it was read. */
async function rotate(db: Kysely<IdentityTables>, session: SignedSession, origin: RequestOrigin): Promise<boolean> {
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
  session: SignedSession,
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

function withCounter(session: SignedSession, counter: bigint, origin: RequestOrigin): OpenSession {
  const { id, user, assuranceLevel, methods, refreshTokenKey: key, times, program } = session;
  return {
    id,
    program,
    user,
    assuranceLevel,
    methods,
    refreshToken: { kind: "signed", key, counter },
    createdAt: times.createdAt,
    enteredBy: "token_refresh",
    origin,
  };
}
