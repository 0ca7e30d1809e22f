import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/** A request that waits for a person, with what is needed to ask them. */
export interface PendingAuthorization {
  readonly id: string;
  readonly authorizationId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | null;
  readonly asksAgain: boolean;
  readonly signedInSince: Date | null;
  readonly clientId: string;
}

/**
 * Opens a request for a person: the first who does is the only one who can answer it. Keeps the row locked until the
 * transaction ends.
 *
 * @returns `undefined` when it is somebody else's, answered, over, or was never made
 */
export async function openForUser(
  trx: Kysely<IdentityTables>,
  { authorizationId, userId }: { authorizationId: string; userId: string },
): Promise<PendingAuthorization | undefined> {
  const opened = await trx
    .updateTable("auth.oauth_authorizations")
    .set({ user_id: userId })
    .where("authorization_id", "=", authorizationId)
    .where("status", "=", "pending")
    .where("expires_at", ">", sql<Date>`now()`)
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .returning(["id", "authorization_id", "client_id", "redirect_uri", "scope", "state"])
    .executeTakeFirst();
  if (opened === undefined) return undefined;
  const details = await trx
    .selectFrom("vedette.oauth_authorizations")
    .where("id", "=", opened.id)
    .select(["asks_again", "signed_in_since"])
    .executeTakeFirst();
  return {
    id: opened.id,
    authorizationId: opened.authorization_id,
    clientId: opened.client_id,
    redirectUri: opened.redirect_uri,
    scope: opened.scope,
    state: opened.state,
    asksAgain: details?.asks_again ?? false,
    signedInSince: details?.signed_in_since ?? null,
  };
}

/** Seconds in which a program must exchange its code. */
const CODE_LIFETIME_SECONDS = 120;

/** @param codeHash - the code itself is not kept */
export async function markApproved(
  trx: Kysely<IdentityTables>,
  { id, codeHash, sessionId, signedInAt }: { id: string; codeHash: string; sessionId: string; signedInAt: Date },
): Promise<void> {
  await trx
    .updateTable("auth.oauth_authorizations")
    .set({
      status: "approved",
      approved_at: sql`now()`,
      authorization_code: codeHash,
      expires_at: sql`now() + make_interval(secs => ${CODE_LIFETIME_SECONDS})`,
    })
    .where("id", "=", id)
    .execute();
  await trx
    .insertInto("vedette.oauth_authorizations")
    .values({ id, asks_again: false, consent_session_id: sessionId, signed_in_at: signedInAt })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ consent_session_id: sessionId, signed_in_at: signedInAt }),
    )
    .execute();
}

export async function markDenied(trx: Kysely<IdentityTables>, id: string): Promise<void> {
  await trx.updateTable("auth.oauth_authorizations").set({ status: "denied" }).where("id", "=", id).execute();
}
