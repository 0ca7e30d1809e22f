import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { type OAuthClient, readClient } from "./client-store.ts";
import { readScopes } from "./program-access.ts";

/** What of a client people are shown. */
export function shownClient({ id, name, uri, logoUri, registration }: OAuthClient) {
  return {
    id,
    name: name ?? "",
    uri: uri ?? "",
    logo_uri: logoUri ?? "",
    /** `dynamic`: it registered itself, and nobody has looked at what it calls itself. */
    registration_type: registration,
  };
}

/** A program that a person has let in. */
export interface Grant {
  readonly client: ReturnType<typeof shownClient>;
  readonly scopes: readonly string[];
  readonly granted_at: string;
}

/** What a person has agreed to for a client; empty when to nothing. */
export async function consentedScopes(
  db: Kysely<IdentityTables>,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<readonly string[]> {
  const consent = await db
    .selectFrom("auth.oauth_consents")
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .select("scopes")
    .executeTakeFirst();
  return readScopes(consent?.scopes ?? "");
}

/** Adds to what a person has agreed to; what they took back stays taken back. */
export async function putConsent(
  trx: Kysely<IdentityTables>,
  { userId, clientId, scopes }: { userId: string; clientId: string; scopes: readonly string[] },
): Promise<void> {
  const held = await consentedScopes(trx, { userId, clientId });
  const all = [...new Set([...held, ...scopes])].join(" ");
  await trx
    .insertInto("auth.oauth_consents")
    .values({ id: randomUUID(), user_id: userId, client_id: clientId, scopes: all, granted_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "client_id"]).doUpdateSet({ scopes: all, granted_at: sql`now()`, revoked_at: null }),
    )
    .execute();
}

/** The programs that a person has let in, the newest first; at most 1000. */
export async function listGrants({ db }: Pick<Identity, "db">, userId: string): Promise<readonly Grant[]> {
  const rows = await db
    .selectFrom("auth.oauth_consents as g")
    .innerJoin("auth.oauth_clients as c", "c.id", "g.client_id")
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null)
    .where("c.deleted_at", "is", null)
    .selectAll("c")
    .select(["g.scopes", "g.granted_at"])
    .orderBy("g.granted_at", "desc")
    .orderBy("c.id")
    .limit(1000)
    .execute();
  return rows.map((row) => ({
    client: shownClient(readClient(row)),
    scopes: readScopes(row.scopes),
    granted_at: row.granted_at.toISOString(),
  }));
}

/**
 * Takes back what a person has given a program, and ends every session it has by it.
 *
 * @throws IdentityError `oauth_consent_not_found`
 */
export async function revokeGrant(
  { db }: Pick<Identity, "db">,
  { user, clientId, origin }: { user: StoredUser; clientId: string; origin: RequestOrigin },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable("auth.oauth_consents")
      .set({ revoked_at: sql`now()` })
      .where("user_id", "=", user.id)
      .where("client_id", "=", clientId)
      .where("revoked_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (revoked === undefined) throw new IdentityError("oauth_consent_not_found");
    // A code that is on its way gives nothing either.
    await trx
      .deleteFrom("auth.oauth_authorizations")
      .where("user_id", "=", user.id)
      .where("client_id", "=", clientId)
      .execute();
    await trx
      .deleteFrom("auth.sessions")
      .where("user_id", "=", user.id)
      .where("oauth_client_id", "=", clientId)
      .execute();
    const entry = { action: "oauth_consent_revoked", actor: user, origin, traits: { client_id: clientId } } as const;
    await insertAuditEntry(trx, entry).execute();
  });
}
