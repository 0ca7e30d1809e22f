import { randomUUID } from "node:crypto";
import { repeatable, seal } from "@vedette/database";
import type { Kysely } from "kysely";
import { normalizePhone } from "../addresses/phone.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError, type IdentityErrorCode } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { FactorType, IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { durationMs } from "../settings/duration.ts";
import type { IdentitySettings } from "../settings.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";
import { dropUnverified, insertFactor } from "./factor-store.ts";
import { requireOtherPhone } from "./phone-factor.ts";
import { createTotpSecret, type TotpSecret } from "./totp.ts";

export interface Enrolment {
  readonly type: string;
  readonly friendlyName: string;
  readonly issuer: string | undefined;
  readonly phone: string | undefined;
  readonly origin: RequestOrigin;
}

/** A factor that must be verified before it counts. */
export interface EnrolledFactor {
  readonly id: string;
  readonly type: FactorType;
  readonly friendly_name: string;
  /** Shown once. */
  readonly totp?: TotpSecret;
  readonly phone?: string;
}

/** Which setting lets each kind be added, and what its refusal is called. */
const ENROLLING = {
  totp: { setting: "auth.mfa.totp.enroll_enabled", refusal: "mfa_totp_enroll_not_enabled" },
  phone: { setting: "auth.mfa.phone.enroll_enabled", refusal: "mfa_phone_enroll_not_enabled" },
  webauthn: { setting: "auth.mfa.web_authn.enroll_enabled", refusal: "mfa_webauthn_enroll_not_enabled" },
} as const satisfies Readonly<Record<FactorType, { setting: keyof IdentitySettings; refusal: IdentityErrorCode }>>;

/**
 * Adds a second factor to the signed-in user.
 *
 * @throws IdentityError `no_authorization`, `validation_failed`, `mfa_…_enroll_not_enabled`, `insufficient_aal`,
 *   `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`, `mfa_verified_factor_exists`, `mfa_verification_rejected`
 */
export async function enrollFactor(
  identity: Identity,
  caller: SignedInUser,
  enrolment: Enrolment,
): Promise<EnrolledFactor> {
  requirePermanent(caller.user);
  const type = readType(enrolment.type);
  const { setting, refusal } = ENROLLING[type];
  if (!identity.settings[setting]) throw new IdentityError(refusal);
  const phone = type === "phone" ? readPhone(enrolment.phone) : undefined;
  if (phone !== undefined) await requireOtherPhone(identity, caller, phone);
  return repeatable(() =>
    identity.db.transaction().execute(async (trx) => {
      await lockUser(trx, caller.user.id);
      await dropUnverified(trx, {
        userId: caller.user.id,
        olderThanSeconds: durationMs(identity.settings["auth.mfa.factor_expiry_duration"]) / 1000,
      });
      const user = await lockUser(trx, caller.user.id);
      if (user === undefined) throw new IdentityError("user_not_found", { status: 403 });
      requireRoom(user, caller, identity.settings);
      if (phone !== undefined) await replaceUnverifiedPhone(trx, user, phone);
      return addFactor(identity, trx, { ...enrolment, type, user, phone });
    }),
  );
}

/** @throws IdentityError `no_authorization` */
export function requirePermanent({ is_anonymous: isAnonymous }: StoredUser): void {
  if (!isAnonymous) return;
  throw new IdentityError("no_authorization", {
    status: 403,
    message: "Anonymous user not allowed to perform these actions",
  });
}

function readType(text: string): FactorType {
  const type = (["totp", "phone", "webauthn"] as const).find((known) => known === text);
  if (type !== undefined) return type;
  throw new IdentityError("validation_failed", { message: "factor_type needs to be totp, phone, or webauthn" });
}

function readPhone(phone: string | undefined): string {
  if (phone !== undefined) return normalizePhone(phone);
  throw new IdentityError("validation_failed", { message: "Phone number required to enroll Phone factor" });
}

function requireRoom(user: StoredUser, { assuranceLevel }: SignedInUser, settings: IdentitySettings): void {
  const factors = user.factors.filter(({ factor_type }) => factor_type !== "recovery_code");
  const verified = factors.filter(({ status }) => status === "verified").length;
  if (
    factors.length >= settings["auth.mfa.max_enrolled_factors"] ||
    verified >= settings["auth.mfa.max_verified_factors"]
  ) {
    throw new IdentityError("too_many_enrolled_mfa_factors");
  }
  if (verified > 0 && assuranceLevel === "aal1") {
    throw new IdentityError("insufficient_aal", { message: "AAL2 required to enroll a new factor" });
  }
}

async function replaceUnverifiedPhone(trx: Kysely<IdentityTables>, user: StoredUser, phone: string): Promise<void> {
  const same = user.factors.find((factor) => factor.phone === phone);
  if (same?.status === "verified") {
    throw new IdentityError("mfa_verified_factor_exists", {
      message: "A verified phone factor already exists, unenroll the existing factor to continue",
    });
  }
  if (same !== undefined) await trx.deleteFrom("auth.mfa_factors").where("id", "=", same.id).execute();
}

interface Addition extends Omit<Enrolment, "type" | "phone"> {
  readonly type: FactorType;
  readonly user: StoredUser;
  readonly phone: string | undefined;
}

async function addFactor(
  { keyRing, addresses }: Identity,
  trx: Kysely<IdentityTables>,
  { type, user, friendlyName, issuer, phone, origin }: Addition,
): Promise<EnrolledFactor> {
  const id = randomUUID();
  const label = user.email || user.phone || user.id;
  const totp =
    type === "totp" ? createTotpSecret({ issuer: issuer ?? new URL(addresses.siteUrl).host, label }) : undefined;
  const place = { table: "auth.mfa_factors", column: "secret", rowId: id } as const;
  await insertFactor(trx, {
    id,
    userId: user.id,
    type,
    friendlyName,
    ...(totp === undefined ? {} : { secret: seal(keyRing, totp.secret, place) }),
    ...(phone === undefined ? {} : { phone }),
  });
  const traits = { factor_id: id, factor_type: type };
  await insertAuditEntry(trx, { action: "factor_in_progress", actor: user, origin, traits }).execute();
  return {
    id,
    type,
    friendly_name: friendlyName,
    ...(totp === undefined ? {} : { totp }),
    ...(phone === undefined ? {} : { phone }),
  };
}
