import { type Kysely, sql } from "kysely";
import { tryNormalizeEmail } from "../addresses/email.ts";
import { tryNormalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import { issueAuthCode } from "../flows/flow-state.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { handOver } from "../identities/prove-user.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { countWrongCode, requireFewWrongCodes } from "../limits/limit-wrong-codes.ts";
import { releaseMailIntervals } from "../mails/mail-interval.ts";
import type { NoticeIdentity } from "../mails/notify.ts";
import { askProvider } from "../phones/ask-provider.ts";
import { confirmPhone, confirmPhoneChange } from "../phones/confirm-phone.ts";
import { testCodeOf } from "../phones/send-code.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { type SignInMethod, startSession } from "../sessions/start-session.ts";
import { isBanned } from "../users/ban.ts";
import { confirmEmailChange, type EmailChangeStep } from "../users/change-email.ts";
import { confirmUser } from "../users/confirm-user.ts";
import { type OneTimeTokenType, PKCE_PREFIX } from "./code.ts";
import { type CodeJudgement, type RedeemedToken, redeemCode, redeemHash } from "./redeem.ts";
import { dropTokens } from "./token-store.ts";

/** What a client may say that it verifies; `email` is a code of either kind. */
const TOKENS_BY_VERIFICATION = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_current", "email_change_token_new"],
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
} as const satisfies Readonly<Record<string, readonly OneTimeTokenType[]>>;

export type Verification = keyof typeof TOKENS_BY_VERIFICATION;

export function isVerification(text: string): text is Verification {
  return Object.hasOwn(TOKENS_BY_VERIFICATION, text);
}

/** What somebody brings to prove an address: what a link carries, or the address and the code that was sent to it. */
export type Proof =
  | { readonly kind: "hash"; readonly hash: string }
  | { readonly kind: "code"; readonly code: string; readonly email: string }
  | { readonly kind: "phone"; readonly code: string; readonly phone: string };

/** A session; the code of a flow that somebody else must exchange; or the first of two confirmations. */
export type VerifyOutcome =
  | { readonly kind: "session"; readonly session: OpenSession }
  | { readonly kind: "code"; readonly authCode: string }
  | { readonly kind: "half"; readonly isPkce: boolean };

export interface VerifyRequest {
  readonly verification: Verification;
  readonly proof: Proof;
  /** A browser that opened a link is sent on with a code where the flow wants one; an application gets the session. */
  readonly via: "link" | "application";
  /** The user whose access token came with the request. A change of address or number is confirmed for them alone. */
  readonly callerId?: string | undefined;
  readonly origin: RequestOrigin;
}

/** The longest thing that is looked up as the hash of a link; hashes of older installations have 56 characters. */
const MAX_HASH_LENGTH = 80;

type VerifyIdentity = NoticeIdentity & Pick<Identity, "db" | "pepper" | "keyRing">;

/**
 * Uses up a one-time token: confirms the address and signs in.
 *
 * @throws IdentityError `otp_expired` for whatever is wrong with the token, `validation_failed` for a link about a number,
 *   `user_banned`, `flow_state_not_found`, `email_exists`, `over_request_rate_limit`
 */
export async function verify(identity: VerifyIdentity, request: VerifyRequest): Promise<VerifyOutcome> {
  const isCode = request.proof.kind !== "hash";
  // Links go by mail: one that is said to prove a number would prove what nobody was sent.
  if (!isCode && isOfPhone(request.verification)) {
    throw new IdentityError("validation_failed", { message: "Invalid email verification type" });
  }
  if (isCode) await requireFewWrongCodes(identity);
  const judgement = await judgeElsewhere(identity, request.proof);
  const outcome = await mailingTransaction(identity, request.origin, async (trx) => {
    const token = await redeem(identity, trx, { ...request, judgement });
    return token && useUp(identity, trx, { ...request, token });
  });
  // Thrown outside of the transaction: a wrong code has been counted in it.
  if (outcome === undefined) {
    if (isCode) await countWrongCode(identity);
    throw refusal(request.proof);
  }
  return outcome;
}

/** Whether a verification confirms a change of the caller's own contact value; the others sign in the owner of it. */
export function isOfChange(verification: Verification): boolean {
  return verification === "email_change" || verification === "phone_change";
}

function isOfPhone(verification: Verification): boolean {
  return verification === "sms" || verification === "phone_change";
}

/** A provider that makes codes itself must be asked; numbers of tests and the hook's codes are ours. */
async function judgeElsewhere(identity: VerifyIdentity, proof: Proof): Promise<CodeJudgement> {
  const { hooks, settings } = identity;
  if (proof.kind !== "phone" || hooks.isEnabled("send_sms")) return "ours";
  const to = tryNormalizePhone(proof.phone);
  if (to === undefined || testCodeOf(settings, to, new Date()) !== undefined || !/^\d{4,10}$/.test(proof.code)) {
    return "ours";
  }
  const isRight = await askProvider(identity, { to, code: proof.code });
  if (isRight === undefined) return "ours";
  return isRight ? "right" : "wrong";
}

function refusal(proof: Proof): IdentityError {
  return new IdentityError("otp_expired", {
    message: proof.kind === "hash" ? "Email link is invalid or has expired" : "Token has expired or is invalid",
  });
}

async function redeem(
  identity: VerifyIdentity,
  trx: Kysely<IdentityTables>,
  { verification, proof, judgement, callerId }: VerifyRequest & { readonly judgement: CodeJudgement },
): Promise<RedeemedToken | undefined> {
  const types = TOKENS_BY_VERIFICATION[verification];
  const ownerId = isOfChange(verification) ? callerId : undefined;
  if (proof.kind === "hash") {
    const { hash } = proof;
    return hash.length > MAX_HASH_LENGTH ? undefined : redeemHash(identity, trx, { hash, types, ownerId });
  }
  const isPhone = proof.kind === "phone";
  // A number proves itself by what was sent to it, and a mail address by what was mailed.
  if (isPhone !== isOfPhone(verification)) return undefined;
  const address = isPhone ? tryNormalizePhone(proof.phone) : tryNormalizeEmail(proof.email);
  return address === undefined
    ? undefined
    : redeemCode(identity, trx, {
        address,
        channel: isPhone ? "phone" : "email",
        code: proof.code,
        types,
        ownerId,
        expirySeconds: identity.settings[isPhone ? "auth.sms.otp_expiry" : "auth.email.otp_expiry"],
        judgement,
      });
}

async function useUp(
  identity: VerifyIdentity,
  trx: Kysely<IdentityTables>,
  { token, via, origin, verification }: VerifyRequest & { readonly token: RedeemedToken },
): Promise<VerifyOutcome> {
  if (isBanned(token.user, await databaseNow(trx))) throw new IdentityError("user_banned");
  const isPkce = token.hash.startsWith(PKCE_PREFIX);
  const step = await proveAddress(identity, trx, { token, verification, origin });
  if (step.kind === "half") return { kind: "half", isPkce };
  const { user } = step;
  for (const address of [user.email, user.phone]) {
    if (address) await releaseMailIntervals(identity, trx, address);
  }
  if (!isPkce || via === "application") {
    const provider = isOfPhone(verification) ? "phone" : "email";
    const session = await startSession(identity, trx, { user, method: "otp", provider, origin });
    if (isOfPhone(verification) && user.phone) {
      await trx.insertInto("vedette.phone_sessions").values({ session_id: session.id, phone: user.phone }).execute();
    }
    return { kind: "session", session };
  }
  const methods = FLOW_METHODS[token.type];
  return { kind: "code", authCode: await issueAuthCode(trx, { userId: user.id, methods }) };
}

/** What the flows are called whose mails carry tokens of a type. */
const FLOW_METHODS: Readonly<Record<OneTimeTokenType, readonly SignInMethod[]>> = {
  confirmation_token: ["email/signup", "invite"],
  recovery_token: ["recovery", "magiclink"],
  email_change_token_current: ["email_change"],
  email_change_token_new: ["email_change"],
  reauthentication_token: [],
  phone_change_token: [],
};

/** Somebody who opened a mail has proved the address, whatever the mail was for. */
async function proveAddress(
  identity: VerifyIdentity,
  trx: Kysely<IdentityTables>,
  {
    token: { user, type },
    verification,
    origin,
  }: { token: RedeemedToken; verification: Verification; origin: RequestOrigin },
): Promise<EmailChangeStep> {
  if (type === "email_change_token_current" || type === "email_change_token_new") {
    return confirmEmailChange(identity, trx, { user, type, origin });
  }
  if (type === "phone_change_token") {
    return { kind: "changed", user: await confirmPhoneChange(identity, trx, { user, origin }) };
  }
  if (verification === "sms") {
    const action = "user_signedup";
    if (user.phone_confirmed_at === null) {
      const owner = await handOver(trx, user, { type, channel: "phone" });
      return { kind: "changed", user: await confirmPhone(trx, { user: owner, action, origin }) };
    }
  } else if (user.email_confirmed_at === null) {
    const action = user.invited_at === null ? "user_signedup" : "invite_accepted";
    const owner = await handOver(trx, user, { type, channel: "email" });
    return { kind: "changed", user: await confirmUser(trx, { user: owner, action, origin }) };
  }
  await dropTokens(trx, user.id);
  return { kind: "changed", user };
}

async function databaseNow(trx: Kysely<IdentityTables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(trx);
  return rows[0]?.now ?? new Date();
}
