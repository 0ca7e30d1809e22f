import { type Kysely, sql } from "kysely";
import { type AuditRow, auditPart, auditRow, insertAuditEntryIf } from "../audit/audit-entry.ts";
import { nameEntry } from "../audit/audit-log.ts";
import { IdentityError } from "../errors.ts";
import { type FixedStatement, fixStatement, type PlaceOf } from "../fixed-statement.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { isSignedBy, type ReadRefreshToken } from "../tokens/refresh-token.ts";
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
  { token, origin, clientId, limit }: Omit<RefreshRequest, "refreshToken"> & { readonly token: ReadRefreshToken },
): Promise<Refresh | undefined> {
  const { db, settings } = identity;
  const session = await findRefreshable(identity, token.sessionId, limit);
  if (!isSigned(session)) throw new IdentityError("refresh_token_not_found");
  if (!isSignedBy(token, session.refreshTokenKey)) throw malformedToken();
  requireUsable(session, { settings, clientId });
  const fate = fateOf(token.counter, session, settings);
  if (fate === "ahead") throw malformedToken();
  if (fate === "outdated") throw new IdentityError("refresh_token_already_used");
  if (fate === "replayed") {
    const hasEnded = await endReplayedSession(db, session, { settings, origin });
    if (hasEnded) throw new IdentityError("refresh_token_already_used");
    return undefined;
  }
  if (fate !== "current") return { session: withCounter(session, session.counter, origin), outcome: fate };
  const hasMoved = await rotate(identity, session, origin);
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
): "current" | "ahead" | "replayed" | "outdated" | ReuseCause {
  if (counter === session.counter) return "current";
  if (counter > session.counter) return "ahead";
  // The client may never have seen the answer of its last refresh.
  if (counter === session.counter - 1n) return "lost_answer";
  const { refreshedAt, now } = session.times;
  const sinceRefreshMs = refreshedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - refreshedAt.getTime();
  const isWithinInterval = sinceRefreshMs <= settings["auth.refresh_token_reuse_interval"] * 1000;
  const isFromBefore = session.raisedAt.counter !== undefined && counter < session.raisedAt.counter;
  // It proves less than the session has by now. A client may just have been overtaken by its own step-up.
  if (isFromBefore) return isWithinInterval ? "outdated" : "replayed";
  if (isWithinInterval) return "reuse_interval";
  return settings["auth.refresh_token_allow_reuse"] ? "reuse_allowed" : "replayed";
}

/** Moves the session on, unless another refresh has done so since it was read. */
async function rotate(
  identity: Pick<RefreshIdentity, "db" | "settings">,
  { id, counter, user }: SignedSession,
  origin: RequestOrigin,
): Promise<boolean> {
  const audit = auditRow({ action: "token_refreshed", actor: user, origin });
  const query = rotating(identity).with({
    ...audit,
    sessionId: id,
    counter: String(counter),
    next: String(counter + 1n),
    userAgent: origin.userAgent,
    client: origin.ipAddress === "" ? null : origin.ipAddress,
  });
  nameEntry(query.queryId, audit);
  const { rows } = await identity.db.executeQuery(query);
  return rows.length > 0;
}

type RotationPlace = keyof AuditRow | "sessionId" | "counter" | "next" | "userAgent" | "client";

/** By whether the audit log is kept in the database. */
const rotations = new Map<boolean, FixedStatement<{ readonly id: string }, RotationPlace>>();

function rotating({ db, settings }: Pick<RefreshIdentity, "db" | "settings">) {
  const isUnwritten = settings["auth.audit_log.disable_postgres"];
  const rotation = rotations.get(isUnwritten) ?? fixStatement((at) => rotationOf(db, at));
  rotations.set(isUnwritten, rotation);
  return rotation;
}

function rotationOf(db: Kysely<IdentityTables>, at: PlaceOf<RotationPlace>) {
  const [instanceId, id, payload, ipAddress] = [at("instanceId"), at("id"), at("payload"), at("ipAddress")];
  return db
    .with("rotated", (qc) =>
      qc
        .updateTable("auth.sessions")
        .set({
          refresh_token_counter: at<string>("next"),
          refreshed_at: sql`now() at time zone 'utc'`,
          updated_at: sql`now()`,
          user_agent: at<string>("userAgent"),
          ip: at<string>("client"),
        })
        .where("id", "=", at<string>("sessionId"))
        .where("refresh_token_counter", "=", at<string>("counter"))
        .returning("id"),
    )
    .with("audit", () => auditPart("rotated", { instanceId, id, payload, ipAddress }))
    .selectFrom("rotated")
    .select("id")
    .compile();
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
