import { randomUUID } from "node:crypto";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError, type IdentityErrorCode } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { FactorType } from "../identity-tables.ts";
import { createCode } from "../one-time-tokens/code.ts";
import type { Channel } from "../phones/send-code.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import type { IdentitySettings } from "../settings.ts";
import { requirePermanent } from "./enroll-factor.ts";
import { type Factor, findFactor, insertChallenge } from "./factor-store.ts";
import { factorCodeHash, requireOtherPhone, sendFactorCode } from "./phone-factor.ts";
import { relyingParty } from "./relying-party.ts";
import { askDevice } from "./webauthn-factor.ts";

/** A question to a factor, as clients get it. */
export interface ChallengeAnswer {
  readonly id: string;
  readonly type: FactorType;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly webauthn?: { readonly type: "create" | "request"; readonly credential_options: object };
}

/** Which setting lets each kind be used, and what its refusal is called. */
const VERIFYING = {
  totp: { setting: "auth.mfa.totp.verify_enabled", refusal: "mfa_totp_verify_not_enabled" },
  phone: { setting: "auth.mfa.phone.verify_enabled", refusal: "mfa_phone_verify_not_enabled" },
  webauthn: { setting: "auth.mfa.web_authn.verify_enabled", refusal: "mfa_webauthn_verify_not_enabled" },
} as const satisfies Readonly<Record<FactorType, { setting: keyof IdentitySettings; refusal: IdentityErrorCode }>>;

/**
 * A factor of the signed-in user that may be used now.
 *
 * @throws IdentityError `no_authorization`, `mfa_factor_not_found`, `mfa_…_verify_not_enabled`,
 *   `mfa_verification_rejected`
 */
export async function usableFactor(identity: Identity, caller: SignedInUser, id: string): Promise<Factor> {
  const { user } = caller;
  requirePermanent(user);
  const factor = await findFactor(identity.db, { id, userId: user.id });
  if (factor === undefined) throw new IdentityError("mfa_factor_not_found");
  const { setting, refusal } = VERIFYING[factor.factor_type];
  if (!identity.settings[setting]) throw new IdentityError(refusal);
  if (factor.factor_type === "phone") await requireOtherPhone(identity, caller, factor.phone ?? "");
  return factor;
}

/**
 * Asks a factor to prove itself.
 *
 * @throws IdentityError `no_authorization`, `mfa_factor_not_found`, `mfa_…_verify_not_enabled`,
 *   `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function challengeFactor(
  identity: Identity,
  caller: SignedInUser,
  { factorId, channel, origin }: { factorId: string; channel: Channel; origin: RequestOrigin },
): Promise<ChallengeAnswer> {
  const factor = await usableFactor(identity, caller, factorId);
  const id = randomUUID();
  const device =
    factor.factor_type === "webauthn"
      ? await askDevice(relyingParty(identity), {
          user: caller.user,
          friendlyName: factor.friendly_name ?? "",
          credential: factor.web_authn_credential,
        })
      : undefined;
  const code = factor.factor_type === "phone" ? createCode(identity.settings["auth.mfa.phone.otp_length"]) : undefined;
  const madeAt = await mailingTransaction(identity, origin, async (trx) => {
    const traits = { factor_id: factorId, factor_status: factor.status };
    await insertAuditEntry(trx, { action: "challenge_created", actor: caller.user, origin, traits }).execute();
    if (code !== undefined) await sendFactorCode(identity, trx, { factor, code, channel });
    return insertChallenge(trx, {
      id,
      factorId,
      ipAddress: origin.ipAddress || "0.0.0.0",
      ...(device === undefined ? {} : { webAuthnChallenge: device.challenge }),
      ...(code === undefined ? {} : { otpCode: factorCodeHash(identity.pepper, factor.id, code) }),
    });
  });
  const expirySeconds = identity.settings["auth.mfa.challenge_expiry_duration"];
  return {
    id,
    type: factor.factor_type,
    expires_at: Math.floor(madeAt.getTime() / 1000) + expirySeconds,
    ...(device === undefined ? {} : { webauthn: { type: device.type, credential_options: device.credentialOptions } }),
  };
}
