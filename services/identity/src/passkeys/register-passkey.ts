import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { requirePermanent } from "../factors/enroll-factor.ts";
import { relyingParty } from "../factors/relying-party.ts";
import { loadWebAuthn } from "../factors/webauthn-library.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "../users/stored-user.ts";
import { authenticatorName } from "./authenticator-names.ts";
import {
  credentialIdsOf,
  dropPasskey,
  insertPasskey,
  type PasskeyAnswer,
  putChallenge,
  takeChallenge,
} from "./passkey-store.ts";

/** What a browser needs to make or to use a passkey. */
export interface PasskeyOptions {
  readonly challenge_id: string;
  readonly options: object;
  /** Seconds since 1970. */
  readonly expires_at: number;
}

/** @throws IdentityError `passkey_disabled` */
export function requirePasskeys({ settings }: Pick<Identity, "settings">): void {
  if (!settings["auth.passkey.enabled"]) throw new IdentityError("passkey_disabled");
}

/**
 * Who has a second factor adds and removes passkeys with it only.
 *
 * @throws IdentityError `passkey_disabled`, `no_authorization`, `user_sso_managed`, `insufficient_aal`
 */
function requireMayChangePasskeys(identity: Pick<Identity, "settings">, { user, assuranceLevel }: SignedInUser): void {
  requirePasskeys(identity);
  requirePermanent(user);
  if (user.is_sso_user) throw new IdentityError("user_sso_managed");
  const hasFactor = user.factors.some(({ status }) => status === "verified");
  if (hasFactor && assuranceLevel === "aal1") throw new IdentityError("insufficient_aal");
}

/**
 * Begins to add a passkey to the signed-in user.
 *
 * @throws IdentityError `passkey_disabled`, `no_authorization`, `insufficient_aal`, `too_many_passkeys`
 */
export async function beginRegistration(identity: Identity, caller: SignedInUser): Promise<PasskeyOptions> {
  requireMayChangePasskeys(identity, caller);
  const { user } = caller;
  const existing = await credentialIdsOf(identity.db, user.id);
  requireRoom(identity, existing.length);
  const party = relyingParty(identity);
  const name = user.email || user.phone || user.id;
  const options = await (await loadWebAuthn()).generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    excludeCredentials: existing.map((id) => ({ id: Buffer.from(id).toString("base64url") })),
  });
  const put = { type: "registration", userId: user.id, challenge: options.challenge } as const;
  const { id, expiresAt } = await putChallenge(identity.db, put);
  return { challenge_id: id, options, expires_at: expiresAt };
}

function requireRoom({ settings }: Pick<Identity, "settings">, count: number): void {
  if (count >= settings["auth.passkey.max_passkeys_per_user"]) throw new IdentityError("too_many_passkeys");
}

/**
 * Adds the passkey that a browser has made.
 *
 * @throws IdentityError `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`,
 *   `webauthn_credential_exists`, `too_many_passkeys`
 */
export async function finishRegistration(
  identity: Identity,
  caller: SignedInUser,
  { challengeId, credential, origin }: { challengeId: string; credential: unknown; origin: RequestOrigin },
): Promise<PasskeyAnswer> {
  requireMayChangePasskeys(identity, caller);
  const { user } = caller;
  const challenge = await takeChallenge(identity.db, { id: challengeId, type: "registration", userId: user.id });
  const made = await readAttestation(identity, { challenge, credential });
  return identity.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    requireRoom(identity, (await credentialIdsOf(trx, user.id)).length);
    const passkey = await insertPasskey(trx, {
      userId: user.id,
      credentialId: Buffer.from(made.credential.id, "base64url"),
      publicKey: made.credential.publicKey,
      aaguid: made.aaguid,
      signCount: made.credential.counter,
      transports: made.credential.transports ?? [],
      isBackupEligible: made.credentialDeviceType === "multiDevice",
      isBackedUp: made.credentialBackedUp,
      friendlyName: authenticatorName(made.aaguid),
    });
    const traits = { passkey_id: passkey.id };
    await insertAuditEntry(trx, { action: "passkey_created", actor: user, origin, traits }).execute();
    return passkey;
  });
}

async function readAttestation(
  identity: Identity,
  { challenge, credential }: { challenge: string; credential: unknown },
) {
  const party = relyingParty(identity);
  try {
    const { registrationInfo } = await (await loadWebAuthn()).verifyRegistrationResponse({
      // Proven by the library, which reads every part of it.
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    if (registrationInfo !== undefined) return registrationInfo;
  } catch (cause) {
    throw new IdentityError("webauthn_verification_failed", { cause });
  }
  throw new IdentityError("webauthn_verification_failed");
}

/** @throws IdentityError `passkey_disabled`, `insufficient_aal`, `validation_failed` when there is no such passkey */
export async function deletePasskey(
  identity: Identity,
  caller: SignedInUser,
  { id, origin }: { id: string; origin: RequestOrigin },
): Promise<void> {
  requireMayChangePasskeys(identity, caller);
  const { user } = caller;
  await identity.db.transaction().execute(async (trx) => {
    await dropPasskey(trx, { id, userId: user.id });
    const traits = { passkey_id: id };
    await insertAuditEntry(trx, { action: "passkey_deleted", actor: user, origin, traits }).execute();
  });
}
