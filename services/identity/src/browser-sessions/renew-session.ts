import { type Kysely, sql } from "kysely";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { durationMs } from "../settings/duration.ts";
import { type BrowserUser, findBrowserUser } from "./browser-session.ts";
import { hashBrowserToken, newBrowserToken } from "./browser-token.ts";

/** How long a token is used before the next ping replaces it. */
const ROTATION = sql.lit("10 minutes");
/** How long a replaced token still works, for requests that were on their way. */
const REPLACED_GRACE = sql.lit("1 minute");

/** New contents of the cookies; what is absent stays as it is. */
export interface RenewedBrowser {
  readonly user: BrowserUser;
  readonly token?: string;
  readonly rememberToken?: string;
  /** Seconds until both end whatever happens. */
  readonly lifetimeSeconds: number;
}

/**
 * Keeps a browser signed in. A session that is used gets a new token every ten minutes; one that was idle too long is
 * opened again by the remember cookie, which is good for one such renewal and replaced by it.
 *
 * @returns `undefined` when neither cookie is worth anything
 * @see spec 2, GET /api/login/ping
 */
export async function renewBrowserSession(
  identity: Pick<Identity, "db" | "settings">,
  { token, rememberToken }: { token: string | undefined; rememberToken: string | undefined },
): Promise<RenewedBrowser | undefined> {
  const user = token === undefined ? undefined : await findBrowserUser(identity, token);
  const lifetimeSeconds = Math.floor(durationMs(identity.settings["auth.browser_session.lifetime"]) / 1000);
  if (user !== undefined && token !== undefined) {
    const next = await rotateToken(identity.db, token);
    return { user, lifetimeSeconds, ...(next === undefined ? {} : { token: next }) };
  }
  const tokens = rememberToken === undefined ? undefined : await reopen(identity, rememberToken);
  if (tokens === undefined) return undefined;
  const found = await findBrowserUser(identity, tokens.token);
  return found && { user: found, lifetimeSeconds, ...tokens };
}

/** @returns `undefined` for a token that is young, or that another request replaces at this moment */
async function rotateToken(db: Kysely<IdentityTables>, token: string): Promise<string | undefined> {
  return await db.transaction().execute(async (trx) => {
    const replaced = await trx
      .updateTable("vedette.browser_sessions")
      .set({ replaced_at: sql<Date>`now()` })
      .where("token_hash", "=", hashBrowserToken(token))
      .where("replaced_at", "is", null)
      .where(sql<boolean>`issued_at < now() - ${ROTATION}::interval`)
      .returning(["session_id", "created_at", "is_interactive"])
      .executeTakeFirst();
    if (replaced === undefined) return undefined;
    await trx
      .deleteFrom("vedette.browser_sessions")
      .where("session_id", "=", replaced.session_id)
      .where(sql<boolean>`replaced_at < now() - ${REPLACED_GRACE}::interval`)
      .execute();
    const next = newBrowserToken();
    await trx
      .insertInto("vedette.browser_sessions")
      .values({ token_hash: hashBrowserToken(next), ...replaced })
      .execute();
    return next;
  });
}

/** Opens the session of a remember cookie again; of several requests at once one does. */
async function reopen({ db, settings }: Pick<Identity, "db" | "settings">, rememberToken: string) {
  const lifetime = sql`make_interval(secs => ${durationMs(settings["auth.browser_session.lifetime"]) / 1000})`;
  return await db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom("vedette.remembered_browsers")
      .where("token_hash", "=", hashBrowserToken(rememberToken))
      .where(sql<boolean>`created_at > now() - ${lifetime}`)
      .returning(["session_id", "created_at", "is_interactive"])
      .executeTakeFirst();
    if (used === undefined) return undefined;
    const tokens = { token: newBrowserToken(), rememberToken: newBrowserToken() };
    await trx
      .insertInto("vedette.browser_sessions")
      .values({ token_hash: hashBrowserToken(tokens.token), ...used })
      .execute();
    await trx
      .insertInto("vedette.remembered_browsers")
      .values({ token_hash: hashBrowserToken(tokens.rememberToken), ...used })
      .execute();
    return tokens;
  });
}
