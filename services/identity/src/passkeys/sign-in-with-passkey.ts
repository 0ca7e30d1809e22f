import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import { relyingParty } from "../factors/relying-party.ts";
import { loadWebAuthn } from "../factors/webauthn-library.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { startSession } from "../sessions/start-session.ts";
import { isBanned } from "../users/ban.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";
import { findPasskey, putChallenge, type StoredPasskey, takeChallenge } from "./passkey-store.ts";
import { type PasskeyOptions, requirePasskeys } from "./register-passkey.ts";

/**
 * Asks whatever passkey a browser has for this site: nobody says who they are before.
 *
 * @throws IdentityError `passkey_disabled`
 */
export async function beginPasskeySignIn(identity: Identity): Promise<PasskeyOptions> {
  requirePasskeys(identity);
  const options = await (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: relyingParty(identity).id,
    userVerification: "preferred",
  });
  const put = { type: "authentication", userId: undefined, challenge: options.challenge } as const;
  const { id, expiresAt } = await putChallenge(identity.db, put);
  return { challenge_id: id, options, expires_at: expiresAt };
}

/**
 * Signs in with a passkey.
 *
 * @throws IdentityError `passkey_disabled`, `webauthn_challenge_not_found`, `webauthn_challenge_expired`,
 *   `webauthn_verification_failed`, `user_banned`, `email_not_confirmed`, `phone_not_confirmed`
 */
export async function signInWithPasskey(
  identity: Identity,
  { challengeId, credential, origin }: { challengeId: string; credential: unknown; origin: RequestOrigin },
): Promise<OpenSession> {
  requirePasskeys(identity);
  const challenge = await takeChallenge(identity.db, { id: challengeId, type: "authentication", userId: undefined });
  const passkey = await findPasskey(identity.db, credentialIdOf(credential));
  if (passkey === undefined) throw new IdentityError("webauthn_verification_failed");
  const proof = await readAssertion(identity, { challenge, credential, passkey });
  return identity.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, passkey.user_id);
    if (user === undefined || user.deleted_at !== null) throw new IdentityError("webauthn_verification_failed");
    await requireMaySignIn(trx, user);
    await noteUse(trx, passkey, proof);
    return startSession(identity, trx, { user, method: "passkey", provider: "passkey", origin });
  });
}

function credentialIdOf(credential: unknown): Uint8Array {
  const id: unknown = Reflect.get(Object(credential), "id");
  return Buffer.from(typeof id === "string" && id.length <= 2048 ? id : "", "base64url");
}

interface Assertion {
  readonly challenge: string;
  readonly credential: unknown;
  readonly passkey: StoredPasskey;
}

async function readAssertion(identity: Identity, { challenge, credential, passkey }: Assertion) {
  const party = relyingParty(identity);
  try {
    const { verified, authenticationInfo } = await (await loadWebAuthn()).verifyAuthenticationResponse({
      // Proven by the library, which reads every part of it.
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: Buffer.from(passkey.credential_id).toString("base64url"),
        publicKey: new Uint8Array(passkey.public_key),
        // The library refuses a counter that went backwards: the credential may have been copied.
        counter: Number(passkey.sign_count),
      },
    });
    if (verified) return authenticationInfo;
  } catch (cause) {
    throw new IdentityError("webauthn_verification_failed", { cause });
  }
  throw new IdentityError("webauthn_verification_failed");
}

async function requireMaySignIn(trx: Kysely<IdentityTables>, user: StoredUser): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(trx);
  if (isBanned(user, rows[0]?.now ?? new Date())) throw new IdentityError("user_banned");
  if (user.confirmed_at !== null) return;
  throw new IdentityError(user.email ? "email_not_confirmed" : "phone_not_confirmed", { status: 403 });
}

async function noteUse(
  trx: Kysely<IdentityTables>,
  { id }: StoredPasskey,
  { newCounter, credentialBackedUp }: { newCounter: number; credentialBackedUp: boolean },
): Promise<void> {
  await trx
    .updateTable("auth.webauthn_credentials")
    .set({
      sign_count: String(newCounter),
      backed_up: credentialBackedUp,
      last_used_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}
