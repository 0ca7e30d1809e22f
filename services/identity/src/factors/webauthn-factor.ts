import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import type { StoredUser } from "../users/stored-user.ts";
import type { RelyingParty } from "./relying-party.ts";
import { loadWebAuthn } from "./webauthn-library.ts";

/** A credential as the tables of this protocol keep it in JSON; bytes are standard base64. */
const StoredCredential = Type.Object({
  id: Type.String(),
  publicKey: Type.String(),
  transport: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  authenticator: Type.Object({ signCount: Type.Integer({ minimum: 0 }) }),
});
type StoredCredential = Static<typeof StoredCredential>;

/** What a device is asked. */
export interface DeviceChallenge {
  readonly type: "create" | "request";
  readonly challenge: string;
  readonly credentialOptions: { readonly publicKey: object };
}

/** Asks a device for a new credential, or for a proof that it has the stored one. */
export async function askDevice(
  party: RelyingParty,
  { user, friendlyName, credential }: { user: StoredUser; friendlyName: string; credential: unknown },
): Promise<DeviceChallenge> {
  if (Check(StoredCredential, credential)) {
    const publicKey = await (await loadWebAuthn()).generateAuthenticationOptions({
      rpID: party.id,
      allowCredentials: [{ id: toBase64Url(credential.id), transports: credential.transport ?? [] }],
      userVerification: "preferred",
    });
    return { type: "request", challenge: publicKey.challenge, credentialOptions: { publicKey } };
  }
  const publicKey = await (await loadWebAuthn()).generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email || user.phone || user.id,
    userDisplayName: friendlyName,
    attestationType: "none",
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  return { type: "create", challenge: publicKey.challenge, credentialOptions: { publicKey } };
}

/** A credential that has just been proved, in the form in which it is stored. */
export interface ProvedCredential {
  readonly stored: object;
  readonly aaguid: string | undefined;
}

export interface DeviceAnswer {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly credential: unknown;
  /** As the browser gave it. */
  readonly response: unknown;
}

/** @returns `undefined` when the answer proves nothing */
export async function readDeviceAnswer(answer: DeviceAnswer): Promise<ProvedCredential | undefined> {
  try {
    return Check(StoredCredential, answer.credential)
      ? await readAssertion(answer, answer.credential)
      : await readAttestation(answer);
  } catch {
    // Whatever is wrong with it, it proves nothing; which part it was helps only an attacker.
    return undefined;
  }
}

async function readAttestation({ party, challenge, response }: DeviceAnswer): Promise<ProvedCredential | undefined> {
  const { verified, registrationInfo } = await (await loadWebAuthn()).verifyRegistrationResponse({
    // Proven by the library, which reads every part of it.
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
  });
  if (!verified) return undefined;
  const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp, fmt } = registrationInfo;
  return {
    aaguid,
    stored: {
      id: toBase64(credential.id),
      publicKey: Buffer.from(credential.publicKey).toString("base64"),
      attestationType: fmt,
      transport: credential.transports ?? [],
      flags: {
        userPresent: true,
        userVerified,
        backupEligible: credentialDeviceType === "multiDevice",
        backupState: credentialBackedUp,
      },
      authenticator: {
        AAGUID: Buffer.from(aaguid.replaceAll("-", ""), "hex").toString("base64"),
        signCount: credential.counter,
        cloneWarning: false,
        attachment: "",
      },
    },
  };
}

async function readAssertion(
  { party, challenge, response }: DeviceAnswer,
  stored: StoredCredential,
): Promise<ProvedCredential | undefined> {
  const { verified, authenticationInfo } = await (await loadWebAuthn()).verifyAuthenticationResponse({
    // Proven by the library, which reads every part of it.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: {
      id: toBase64Url(stored.id),
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64")),
      counter: stored.authenticator.signCount,
      transports: stored.transport ?? [],
    },
  });
  if (!verified) return undefined;
  const authenticator = { ...stored.authenticator, signCount: authenticationInfo.newCounter };
  return { aaguid: undefined, stored: { ...stored, authenticator } };
}

function toBase64Url(base64: string): string {
  return Buffer.from(base64, "base64").toString("base64url");
}

function toBase64(base64Url: string): string {
  return Buffer.from(base64Url, "base64url").toString("base64");
}
