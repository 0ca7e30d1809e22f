import { createHash, timingSafeEqual } from "node:crypto";
import { repeatable } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel, IdentityTables } from "../identity-tables.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { startSession } from "../sessions/start-session.ts";
import { isBanned } from "../users/ban.ts";
import { findUser, type StoredUser } from "../users/stored-user.ts";
import { hashSecret, type OAuthClient } from "./client-store.ts";
import { readScopes } from "./program-access.ts";

export interface CodeExchange {
  readonly client: OAuthClient;
  readonly code: string;
  readonly codeVerifier: string;
  /** May be left out, but not be another than that of the request. */
  readonly redirectUri: string | undefined;
  /** The same. */
  readonly resource: string | undefined;
  readonly origin: RequestOrigin;
}

/** What a code was exchanged for. */
export interface ExchangedCode {
  readonly session: OpenSession;
  readonly nonce: string | undefined;
}

/**
 * Exchanges a code for a session of the program. A code works once: at the second try what the first one gave ends, since
 * one of the two was not the program.
 *
 * @throws OAuthError `invalid_grant`, `invalid_target`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export async function exchangeAuthorizationCode(
  identity: Pick<Identity, "db" | "settings" | "keyRing">,
  exchange: CodeExchange,
): Promise<ExchangedCode> {
  const exchanged = await repeatable(() =>
    identity.db.transaction().execute(async (trx) => {
      const found = await lockCode(trx, exchange.code);
      if (found === undefined || found.client_id !== exchange.client.id) throw invalidGrant();
      if (found.exchanged_at !== null) {
        await endGiven(trx, found, exchange.origin);
        return undefined;
      }
      requireFitting(found, exchange);
      return startProgramSession(identity, trx, { found, ...exchange });
    }),
  );
  // Outside of the transaction: what was ended stays ended.
  if (exchanged === undefined) throw invalidGrant();
  return exchanged;
}

/** The same for whatever is wrong: it helps nobody who means well. */
function invalidGrant(): OAuthError {
  return new OAuthError("invalid_grant", "The code is unknown, over, used, or was made for another request.");
}

type FoundCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

function lockCode(trx: Kysely<IdentityTables>, code: string) {
  return trx
    .selectFrom("auth.oauth_authorizations as a")
    .innerJoin("vedette.oauth_authorizations as d", "d.id", "a.id")
    .leftJoin("auth.sessions as s", "s.id", "d.consent_session_id")
    .where("a.authorization_code", "=", hashSecret(code))
    .where("a.status", "=", "approved")
    .select(["a.id", "a.client_id", "a.user_id", "a.redirect_uri", "a.scope", "a.resource", "a.nonce"])
    .select(["a.code_challenge", "a.code_challenge_method"])
    .select(["d.exchanged_at", "d.given_session_id", "d.signed_in_at"])
    .select(sql<AssuranceLevel>`coalesce(s.aal, 'aal1')`.as("assuranceLevel"))
    .select("s.not_after as endsAt")
    .select(sql<boolean>`a.expires_at <= now()`.as("isOver"))
    .forUpdate(["a", "d"])
    .executeTakeFirst();
}

function requireFitting(found: FoundCode, { codeVerifier, redirectUri, resource }: CodeExchange): void {
  if (found.isOver) throw invalidGrant();
  if (redirectUri !== undefined && redirectUri !== found.redirect_uri) throw invalidGrant();
  if (!isVerified(found, codeVerifier)) throw invalidGrant();
  if (resource !== undefined && resource !== found.resource) {
    throw new OAuthError("invalid_target", "resource must be the one of the authorisation request.");
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc7636#section-4.6 */
function isVerified({ code_challenge, code_challenge_method }: FoundCode, codeVerifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier)) return false;
  const answer =
    code_challenge_method === "plain" ? codeVerifier : createHash("sha256").update(codeVerifier).digest("base64url");
  const [given, wanted] = [Buffer.from(answer), Buffer.from(code_challenge ?? "")];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function startProgramSession(
  identity: Pick<Identity, "settings" | "keyRing">,
  trx: Kysely<IdentityTables>,
  { found, client, origin }: CodeExchange & { readonly found: FoundCode },
): Promise<ExchangedCode> {
  const user = await findUser(trx, found.user_id ?? "");
  if (user === undefined || user.deleted_at !== null || isBanned(user, new Date())) throw invalidGrant();
  const signedInAt = found.signed_in_at ?? new Date();
  const resource = found.resource ?? undefined;
  const program = { clientId: client.id, scopes: readScopes(found.scope), resource, signedInAt };
  const session = await startSession(identity, trx, {
    user,
    method: "oauth_provider/authorization_code",
    origin,
    provider: "oauth_provider",
    given: { program, assuranceLevel: found.assuranceLevel, endsAt: found.endsAt },
  });
  await trx
    .insertInto("vedette.oauth_sessions")
    .values({ session_id: session.id, signed_in_at: signedInAt, resource: found.resource })
    .execute();
  await trx
    .updateTable("vedette.oauth_authorizations")
    .set({ exchanged_at: sql`now()`, given_session_id: session.id })
    .where("id", "=", found.id)
    .execute();
  return { session, nonce: found.nonce ?? undefined };
}

async function endGiven(trx: Kysely<IdentityTables>, found: FoundCode, origin: RequestOrigin): Promise<void> {
  const user: StoredUser | undefined = await findUser(trx, found.user_id ?? "");
  if (found.given_session_id === null || user === undefined) return;
  await trx.deleteFrom("auth.sessions").where("id", "=", found.given_session_id).execute();
  const traits = { client_id: found.client_id };
  await insertAuditEntry(trx, { action: "token_revoked", actor: user, origin, traits }).execute();
}
