import { randomBytes } from "node:crypto";
import { repeatable } from "@vedette/database";
import type { Kysely } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { markApproved, markDenied, openForUser, type PendingAuthorization } from "./authorization-store.ts";
import { findClient, hashSecret, type OAuthClient } from "./client-store.ts";
import { consentedScopes, putConsent, shownClient } from "./consents.ts";
import { readScopes } from "./program-access.ts";
import { isExclusive } from "./redirect-uri.ts";
import { answerAddress } from "./request-authorization.ts";
import { covers } from "./scopes.ts";

type AnsweringIdentity = Pick<Identity, "db" | "addresses">;

export interface AuthorizationAnswer {
  readonly authorizationId: string;
  readonly person: SignedInUser;
  readonly origin: RequestOrigin;
}

/** Where the browser goes on to; the person need not be asked, or has answered. */
export interface OnwardAddress {
  readonly redirect_url: string;
}

/** What a person is asked. */
export interface AuthorizationDetails {
  readonly authorization_id: string;
  readonly redirect_uri: string;
  readonly client: ReturnType<typeof shownClient>;
  readonly user: { readonly id: string; readonly email: string };
  readonly scope: string;
}

/**
 * Shows a request to the person who opens it, who alone can answer it from then on. Where they have agreed to all of it
 * before it is answered at once, unless another program of their machine could be the one that asks.
 *
 * @throws IdentityError `oauth_authorization_not_found`, `insufficient_aal`, `reauthentication_needed`,
 *   `session_not_found`
 */
export async function openAuthorization(
  identity: AnsweringIdentity,
  answer: AuthorizationAnswer,
): Promise<AuthorizationDetails | OnwardAddress> {
  return inOpened(identity, answer, async (trx, { pending, client, session }) => {
    const { user } = answer.person;
    const held = await consentedScopes(trx, { userId: user.id, clientId: client.id });
    const isKnown = client.type === "confidential" || isExclusive(pending.redirectUri);
    if (isKnown && !pending.asksAgain && covers(held, readScopes(pending.scope))) {
      return approve(identity, trx, { pending, session });
    }
    return {
      authorization_id: pending.authorizationId,
      redirect_uri: pending.redirectUri,
      client: shownClient(client),
      user: { id: user.id, email: user.email ?? "" },
      scope: pending.scope,
    };
  });
}

/**
 * Lets the program in: it gets a code for which it alone can fetch tokens.
 *
 * @throws IdentityError those of `openAuthorization`
 */
export async function approveAuthorization(
  identity: AnsweringIdentity,
  answer: AuthorizationAnswer,
): Promise<OnwardAddress> {
  return inOpened(identity, answer, async (trx, { pending, client, session }) => {
    const { person, origin } = answer;
    const scopes = readScopes(pending.scope);
    await putConsent(trx, { userId: person.user.id, clientId: client.id, scopes });
    const traits = { client_id: client.id, scopes };
    await insertAuditEntry(trx, { action: "oauth_consent_granted", actor: person.user, origin, traits }).execute();
    return approve(identity, trx, { pending, session });
  });
}

/** @throws IdentityError those of `openAuthorization` */
export async function denyAuthorization(
  identity: AnsweringIdentity,
  answer: AuthorizationAnswer,
): Promise<OnwardAddress> {
  return inOpened(identity, answer, async (trx, { pending, client }) => {
    const { person, origin } = answer;
    await markDenied(trx, pending.id);
    const traits = { client_id: client.id };
    await insertAuditEntry(trx, { action: "oauth_consent_denied", actor: person.user, origin, traits }).execute();
    const { redirectUri, state } = pending;
    const error = { error: "access_denied", error_description: "The person did not let the program in." };
    return { redirect_url: answerAddress(identity, { redirectUri, state, ...error }) };
  });
}

interface Opened {
  readonly pending: PendingAuthorization;
  readonly client: OAuthClient;
  readonly session: OwnSession;
}

/** The session of the person who answers. */
interface OwnSession {
  readonly id: string;
  readonly createdAt: Date;
}

async function inOpened<Result>(
  { db }: AnsweringIdentity,
  { authorizationId, person }: AuthorizationAnswer,
  work: (trx: Kysely<IdentityTables>, opened: Opened) => Promise<Result>,
): Promise<Result> {
  requireWholeSignIn(person);
  return repeatable(() =>
    db.transaction().execute(async (trx) => {
      const session = await findOwnSession(trx, person);
      const pending = await openForUser(trx, { authorizationId, userId: person.user.id });
      const client = pending && (await findClient(trx, pending.clientId));
      if (pending === undefined || !client?.redirectUris.includes(pending.redirectUri)) {
        throw new IdentityError("oauth_authorization_not_found");
      }
      if (pending.signedInSince !== null && session.createdAt < pending.signedInSince) {
        throw new IdentityError("reauthentication_needed", { message: "The program asks you to sign in again" });
      }
      return work(trx, { pending, client, session });
    }),
  );
}

/** Whoever knows only the password of somebody with a second factor signs in nowhere by it. */
function requireWholeSignIn({ user, assuranceLevel }: SignedInUser): void {
  const hasFactor = user.factors.some(({ status }) => status === "verified");
  if (hasFactor && assuranceLevel === "aal1") throw new IdentityError("insufficient_aal");
}

async function findOwnSession(trx: Kysely<IdentityTables>, { sessionId }: SignedInUser): Promise<OwnSession> {
  const session =
    sessionId === undefined
      ? undefined
      : await trx
          .selectFrom("auth.sessions")
          .where("id", "=", sessionId)
          .select(["id", "created_at as createdAt"])
          .executeTakeFirst();
  if (session === undefined) throw new IdentityError("session_not_found");
  return session;
}

async function approve(
  identity: AnsweringIdentity,
  trx: Kysely<IdentityTables>,
  { pending, session }: { pending: PendingAuthorization; session: OwnSession },
): Promise<OnwardAddress> {
  const code = randomBytes(32).toString("base64url");
  await markApproved(trx, {
    id: pending.id,
    codeHash: hashSecret(code),
    sessionId: session.id,
    signedInAt: session.createdAt,
  });
  const { redirectUri, state } = pending;
  return { redirect_url: answerAddress(identity, { redirectUri, state, code }) };
}
