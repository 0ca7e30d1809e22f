import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import { hasVerifiedFactor } from "../factors/factor-store.ts";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel, IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { endOf, isLiving } from "../sessions/session-limits.ts";
import { IS_OVERTAKEN, LAST_USE } from "../sessions/session-store.ts";
import { provePassword } from "../sessions/sign-in-with-password.ts";
import { signOut } from "../sessions/sign-out.ts";
import { findSignedInUser } from "../sessions/signed-in-user.ts";
import { startSession } from "../sessions/start-session.ts";
import { durationMs } from "../settings/duration.ts";
import { findUser } from "../users/stored-user.ts";
import { hashBrowserToken, newBrowserToken } from "./browser-token.ts";

/** A sign-in of a browser: what goes into its cookie, and whom it belongs to. */
export interface BrowserSession {
  /** 256 random bits; only its hash is stored. */
  readonly token: string;
  /** Opens the session again after it was idle too long; used once, then replaced. */
  readonly rememberToken: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Seconds until it ends whatever happens, for the cookie's Max-Age. */
  readonly lifetimeSeconds: number;
}

/** What a browser proves itself with. */
export type BrowserProof =
  | { readonly kind: "password"; readonly email: string; readonly password: string }
  | { readonly kind: "bearer"; readonly accessToken: string };

export interface BrowserSignIn {
  readonly proof: BrowserProof;
  /** The cookie the browser had before: it ends, so that nobody can have planted it. */
  readonly replaces?: string | undefined;
  readonly origin: RequestOrigin;
}

type BrowserIdentity = Pick<Identity, "db" | "settings" | "passwords" | "hooks" | "signingKeys" | "keyRing">;

/**
 * Signs a browser in, with a password or for an active session. A user with a second factor needs the access token of a
 * session that has verified it: a password alone is refused.
 *
 * The browser session is interactive when the user signed in with this browser: by password, by starting the session in
 * it (`origin.browserHash`), or in the browser session that this one replaces.
 *
 * @throws IdentityError `invalid_credentials`, `email_not_confirmed`, `user_banned`, `bad_jwt`, `session_not_found`,
 *   `insufficient_aal` …
 */
export async function openBrowserSession(identity: BrowserIdentity, signIn: BrowserSignIn): Promise<BrowserSession> {
  const { proof, replaces, origin } = signIn;
  if (proof.kind === "bearer") {
    const { user, sessionId, assuranceLevel } = await findSignedInUser(identity, proof.accessToken);
    if (sessionId === undefined) throw new IdentityError("session_not_found");
    if (assuranceLevel === "aal1") await requireNoFactor(identity, user.id);
    const isInteractive = await isSignInOf(identity, { sessionId, replaces, origin });
    return identity.db.transaction().execute(async (trx) => {
      if (replaces !== undefined) await dropToken(trx, replaces);
      return putToken(identity, trx, { userId: user.id, sessionId, isInteractive });
    });
  }
  const audience = identity.settings["auth.jwt_audience"];
  const proven = await provePassword(identity, { ...proof, phone: undefined, audience, origin });
  await requireNoFactor(identity, proven.user.id);
  return identity.db.transaction().execute(async (trx) => {
    if (replaces !== undefined) await endSessionOf(trx, replaces);
    const { id: sessionId, user } = await startSession(identity, trx, { ...proven, method: "password", origin });
    return putToken(identity, trx, { userId: user.id, sessionId, isInteractive: true });
  });
}

/** Whether the user signed in to a session with the browser that now sends its access token. */
async function isSignInOf(
  identity: Pick<Identity, "db" | "settings">,
  { sessionId, replaces, origin }: { sessionId: string } & Pick<BrowserSignIn, "replaces" | "origin">,
): Promise<boolean> {
  const previous = replaces === undefined ? undefined : await findBrowserUser(identity, replaces);
  if (previous?.sessionId === sessionId && previous.isInteractive) return true;
  if (origin.browserHash === undefined) return false;
  const started = await identity.db
    .selectFrom("vedette.session_providers")
    .where("session_id", "=", sessionId)
    .where("browser_hash", "=", origin.browserHash)
    .select("session_id")
    .executeTakeFirst();
  return started !== undefined;
}

async function requireNoFactor({ db }: Pick<Identity, "db">, userId: string): Promise<void> {
  if (!(await hasVerifiedFactor(db, userId))) return;
  throw new IdentityError("insufficient_aal", { message: "This account is protected by a second factor." });
}

/** Ends the session that a browser is signed in with. A token that means nothing changes nothing. */
export async function closeBrowserSession(
  { db, settings }: Pick<Identity, "db" | "settings">,
  { token, origin }: { token: string; origin: RequestOrigin },
): Promise<void> {
  const found = await findBrowserUser({ db, settings }, token);
  const user = found && (await findUser(db, found.userId));
  if (found !== undefined && user !== undefined) {
    await signOut(db, { user, sessionId: found.sessionId, scope: "local", origin });
  }
}

/** Whom a living browser session belongs to. */
export interface BrowserUser {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly assuranceLevel: AssuranceLevel;
  /** Whether the user signed in with this browser; an access token alone does not make a session interactive. */
  readonly isInteractive: boolean;
}

/** How long a use of the session may go unrecorded: one write a minute instead of one per request. */
const SEEN_INTERVAL = "1 minute";

export async function findBrowserUser(
  identity: Pick<Identity, "db" | "settings">,
  token: string,
): Promise<BrowserUser | undefined> {
  const found = await findLiving(identity, token);
  if (found === undefined) return undefined;
  const { isLongAgo, userId, email, sessionId, assuranceLevel, isInteractive } = found;
  if (isLongAgo) await recordUse(identity.db, token);
  return { userId, email, sessionId, assuranceLevel, isInteractive };
}

/** How long a browser stays signed in. */
export interface BrowserSessionEnd {
  /** Until it ends for good; `null` for no end, and for a browser that is not signed in. */
  readonly seconds: number | null;
  /** Whether using it puts the end off. */
  readonly isPutOff: boolean;
}

/** When the session of a browser ends for good. To ask is no use of it. */
export async function findBrowserSessionEnd(
  identity: Pick<Identity, "db" | "settings">,
  token: string,
): Promise<BrowserSessionEnd> {
  const found = await findLiving(identity, token);
  if (found === undefined) return { seconds: null, isPutOff: false };
  const lifetime = durationMs(identity.settings["auth.browser_session.lifetime"]);
  const last = { at: new Date(found.signedInAt.getTime() + lifetime), isPutOff: false };
  const end = endOf(found, identity.settings) ?? last;
  const { at, isPutOff } = end.at < last.at ? end : last;
  return { seconds: Math.max(0, Math.floor((at.getTime() - found.now.getTime()) / 1000)), isPutOff };
}

/** Uses the session of a browser now, so that it does not end for want of use. */
export async function stayBrowserSession(
  identity: Pick<Identity, "db" | "settings">,
  token: string,
): Promise<BrowserSessionEnd> {
  if ((await findLiving(identity, token)) !== undefined) await recordUse(identity.db, token);
  return await findBrowserSessionEnd(identity, token);
}

async function recordUse(db: Kysely<IdentityTables>, token: string): Promise<void> {
  await db
    .updateTable("vedette.browser_sessions")
    .set({ last_seen_at: sql`now()` })
    .where("token_hash", "=", hashBrowserToken(token))
    .execute();
}

async function findLiving({ db, settings }: Pick<Identity, "db" | "settings">, token: string) {
  const lifetime = seconds(settings["auth.browser_session.lifetime"]);
  const idle = seconds(settings["auth.browser_session.idle_timeout"]);
  const found = await db
    .selectFrom("vedette.browser_sessions as b")
    .innerJoin("auth.sessions as s", "s.id", "b.session_id")
    .innerJoin("auth.users as u", "u.id", "s.user_id")
    .where("b.token_hash", "=", hashBrowserToken(token))
    .where(sql<boolean>`(b.replaced_at is null or b.replaced_at > now() - interval '1 minute')`)
    .where(sql<boolean>`b.created_at > now() - ${lifetime}`)
    .where(sql<boolean>`b.last_seen_at > now() - ${idle}`)
    .where(sql<boolean>`(u.banned_until is null or u.banned_until <= now())`)
    .where("u.deleted_at", "is", null)
    .select(["u.id as userId", "s.id as sessionId", "b.created_at as signedInAt", "b.is_interactive as isInteractive"])
    .select(sql<string>`coalesce(u.email, '')`.as("email"))
    .select(sql<AssuranceLevel>`coalesce(s.aal, 'aal1')`.as("assuranceLevel"))
    .select(["s.created_at as createdAt", "s.refreshed_at as refreshedAt", "s.not_after as notAfter"])
    .select([LAST_USE.as("lastUse"), sql<Date>`now()`.as("now")])
    .select((settings["auth.sessions.single_per_user"] ? IS_OVERTAKEN : sql<boolean>`false`).as("isOvertaken"))
    .select(
      sql<boolean>`coalesce(s.aal, 'aal1') = 'aal1' and exists (
        select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')`.as("lacksFactor"),
    )
    .select(sql<boolean>`b.last_seen_at < now() - ${sql.lit(SEEN_INTERVAL)}::interval`.as("isLongAgo"))
    .executeTakeFirst();
  return found !== undefined && isLiving(found, settings) ? found : undefined;
}

async function putToken(
  { settings }: Pick<Identity, "settings">,
  trx: Kysely<IdentityTables>,
  { userId, sessionId, isInteractive }: { userId: string; sessionId: string; isInteractive: boolean },
): Promise<BrowserSession> {
  const [token, rememberToken] = [newBrowserToken(), newBrowserToken()];
  await trx
    .insertInto("vedette.browser_sessions")
    .values({ token_hash: hashBrowserToken(token), session_id: sessionId, is_interactive: isInteractive })
    .execute();
  await trx
    .insertInto("vedette.remembered_browsers")
    .values({ token_hash: hashBrowserToken(rememberToken), session_id: sessionId, is_interactive: isInteractive })
    .execute();
  const lifetimeSeconds = Math.floor(durationMs(settings["auth.browser_session.lifetime"]) / 1000);
  return { token, rememberToken, userId, sessionId, lifetimeSeconds };
}

async function dropToken(db: Kysely<IdentityTables>, token: string): Promise<void> {
  await db.deleteFrom("vedette.browser_sessions").where("token_hash", "=", hashBrowserToken(token)).execute();
}

async function endSessionOf(db: Kysely<IdentityTables>, token: string): Promise<void> {
  await db
    .deleteFrom("auth.sessions")
    .where("id", "in", (eb) =>
      eb.selectFrom("vedette.browser_sessions").where("token_hash", "=", hashBrowserToken(token)).select("session_id"),
    )
    .execute();
}

function seconds(duration: string | number) {
  return sql`make_interval(secs => ${durationMs(duration) / 1000})`;
}
