import { unseal } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { judgeAttempt } from "../hooks/verification-hooks.ts";
import type { Identity } from "../identity.ts";
import type { FactorType, IdentityTables } from "../identity-tables.ts";
import { countFactorTry, forgetFactorTries } from "../limits/limit-wrong-codes.ts";
import { notify } from "../mails/notify.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "../users/stored-user.ts";
import { usableFactor } from "./challenge-factor.ts";
import { attemptChallenge, type Challenge, consumeChallenge, type Factor } from "./factor-store.ts";
import { isFactorCode } from "./phone-factor.ts";
import { relyingParty } from "./relying-party.ts";
import { type FactorMethod, stepUp } from "./step-up.ts";
import { matchTotp } from "./totp.ts";
import { readDeviceAnswer } from "./webauthn-factor.ts";

export interface FactorProof {
  readonly factorId: string;
  readonly challengeId: string;
  readonly code: string;
  /** What the browser gave for a security key. */
  readonly credential: unknown;
  readonly origin: RequestOrigin;
}

/** What is to be written when a proof is right. */
type Proved = (trx: Kysely<IdentityTables>) => Promise<void>;

const METHODS = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
} as const satisfies Readonly<Record<FactorType, FactorMethod>>;

const WRONG = {
  totp: "Invalid TOTP code entered",
  phone: "Invalid MFA Phone code entered",
  webauthn: "The credential could not be verified",
} as const satisfies Readonly<Record<FactorType, string>>;

/**
 * Proves a second factor: the session is raised to aal2, and the factor counts from now on.
 *
 * @throws IdentityError `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_ip_address_mismatch`,
 *   `mfa_verification_failed`, `mfa_verification_rejected`, `mfa_…_verify_not_enabled`, `session_not_found`,
 *   `over_request_rate_limit` after too many codes
 */
export async function verifyFactor(identity: Identity, caller: SignedInUser, proof: FactorProof): Promise<OpenSession> {
  const { user, sessionId } = caller;
  if (sessionId === undefined) throw new IdentityError("session_not_found");
  const factor = await usableFactor(identity, caller, proof.factorId);
  const challenge = await requireChallenge(identity, proof);
  if (factor.factor_type !== "webauthn") await countFactorTry(identity, factor.id);
  const proved = await judge(identity, { factor, challenge, proof });
  await askHook(identity, { factor, proof, valid: proved !== undefined });
  if (proved === undefined) throw wrong(factor.factor_type);
  return mailingTransaction(identity, proof.origin, async (trx) => {
    await lockUser(trx, user.id);
    if (!(await consumeChallenge(trx, challenge.id))) throw wrong(factor.factor_type);
    await proved(trx);
    await settle(trx, factor);
    await forgetFactorTries(trx, factor.id);
    const { origin } = proof;
    if (factor.status === "unverified") {
      const notice = { kind: "mfa_factor_enrolled", factorType: factor.factor_type } as const;
      await notify(identity, trx, { notice, user, origin });
      const traits = { factor_id: factor.id, factor_type: factor.factor_type };
      await insertAuditEntry(trx, { action: "factor_enrolled", actor: user, origin, traits }).execute();
    }
    const method = METHODS[factor.factor_type];
    const action = "verification_attempted";
    return stepUp(identity, trx, { userId: user.id, sessionId, factorId: factor.id, method, action, origin });
  });
}

function wrong(type: FactorType): IdentityError {
  return new IdentityError("mfa_verification_failed", { message: WRONG[type] });
}

async function requireChallenge(
  identity: Identity,
  { challengeId, factorId, origin }: FactorProof,
): Promise<Challenge> {
  const expirySeconds = identity.settings["auth.mfa.challenge_expiry_duration"];
  const challenge = await attemptChallenge(identity.db, { id: challengeId, factorId, expirySeconds });
  if (challenge === undefined) {
    throw new IdentityError("mfa_factor_not_found", {
      status: 422,
      message: "MFA factor with the provided challenge ID not found",
    });
  }
  if (challenge.ip_address !== (origin.ipAddress || "0.0.0.0")) throw new IdentityError("mfa_ip_address_mismatch");
  if (!challenge.isExpired) return challenge;
  await consumeChallenge(identity.db, challenge.id);
  throw new IdentityError("mfa_challenge_expired", {
    message: `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
  });
}

interface Judgement {
  readonly factor: Factor;
  readonly challenge: Challenge;
  readonly proof: FactorProof;
}

/** @returns `undefined` when the proof is wrong */
async function judge(identity: Identity, judgement: Judgement): Promise<Proved | undefined> {
  const { factor } = judgement;
  if (factor.factor_type === "totp") return judgeTotp(identity, judgement);
  if (factor.factor_type === "webauthn") return judgeDevice(identity, judgement);
  const { challenge, proof } = judgement;
  const isRight = await isFactorCode(identity, { factor, code: proof.code, hash: challenge.otp_code ?? "" });
  return isRight ? async () => {} : undefined;
}

function judgeTotp({ keyRing }: Identity, { factor, proof }: Judgement): Proved | undefined {
  const place = { table: "auth.mfa_factors", column: "secret", rowId: factor.id } as const;
  const step = matchTotp(unseal(keyRing, factor.secret ?? "", place), proof.code, new Date());
  if (step === undefined) return undefined;
  return async (trx) => {
    const taken = await trx
      .insertInto("vedette.totp_steps")
      .values({ factor_id: factor.id, step: String(step) })
      .onConflict((conflict) =>
        conflict
          .column("factor_id")
          .doUpdateSet({ step: String(step) })
          .where(sql<boolean>`totp_steps.step < ${step}`),
      )
      .returning("factor_id")
      .executeTakeFirst();
    // Somebody has looked over a shoulder: the code was used before.
    if (taken === undefined) throw wrong("totp");
  };
}

async function judgeDevice(identity: Identity, { factor, challenge, proof }: Judgement): Promise<Proved | undefined> {
  const asked: unknown = Reflect.get(Object(challenge.web_authn_session_data), "challenge");
  const proved = await readDeviceAnswer({
    party: relyingParty(identity),
    challenge: typeof asked === "string" ? asked : "",
    credential: factor.web_authn_credential,
    response: proof.credential,
  });
  if (proved === undefined) return undefined;
  const { stored, aaguid } = proved;
  return async (trx) => {
    await trx
      .updateTable("auth.mfa_factors")
      .set({
        web_authn_credential: JSON.stringify(stored),
        ...(aaguid === undefined ? {} : { web_authn_aaguid: aaguid }),
      })
      .where("id", "=", factor.id)
      .execute();
  };
}

async function askHook(
  identity: Identity,
  { factor, proof, valid }: { factor: Factor; proof: FactorProof; valid: boolean },
): Promise<void> {
  if (factor.factor_type === "webauthn") return;
  const input = { user_id: factor.user_id, factor_id: factor.id, factor_type: factor.factor_type, valid };
  await judgeAttempt(identity, "mfa_verification_attempt", { input, origin: proof.origin });
}

/** The factor counts; what was begun and never finished of its kind goes. */
async function settle(trx: Kysely<IdentityTables>, factor: Factor): Promise<void> {
  await trx
    .with("verified", (qc) =>
      qc
        .updateTable("auth.mfa_factors")
        .set({ status: "verified", updated_at: sql`now()` })
        .where("id", "=", factor.id)
        .returning("id"),
    )
    .deleteFrom("auth.mfa_factors")
    .where("user_id", "=", factor.user_id)
    .where("factor_type", "=", factor.factor_type)
    .where("status", "=", "unverified")
    .where("id", "!=", factor.id)
    .execute();
}
