import { createHmac } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { limitText } from "../limits/limit-mails.ts";
import { isSameHash } from "../one-time-tokens/code.ts";
import { askProvider } from "../phones/ask-provider.ts";
import { type Channel, fill, sendText } from "../phones/send-code.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { durationMs } from "../settings/duration.ts";
import type { Factor } from "./factor-store.ts";

/**
 * Two messages to one number prove one thing: a session that a message has opened needs a factor of another kind, or at
 * another number.
 *
 * @throws IdentityError `mfa_verification_rejected`
 * @see threats, 2: second factor twice the same
 */
export async function requireOtherPhone(
  { db }: Pick<Identity, "db">,
  { sessionId }: Pick<SignedInUser, "sessionId">,
  phone: string,
): Promise<void> {
  if (sessionId === undefined) return;
  const opened = await db
    .selectFrom("vedette.phone_sessions")
    .where("session_id", "=", sessionId)
    .where("phone", "=", phone)
    .select("phone")
    .executeTakeFirst();
  if (opened === undefined) return;
  throw new IdentityError("mfa_verification_rejected", {
    message:
      "A message to this number has opened the session and is no second factor beside it. Sign in by another way",
  });
}

/**
 * Sends the code of a challenge to the phone of a factor.
 *
 * @throws IdentityError `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function sendFactorCode(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { factor, code, channel }: { factor: Factor; code: string; channel: Channel },
): Promise<void> {
  const { settings } = identity;
  await requireInterval(trx, factor, durationMs(settings["auth.mfa.phone.max_frequency"]) / 1000);
  await limitText(identity, trx);
  await sendText(identity, trx, {
    userId: factor.user_id,
    phone: factor.phone ?? "",
    code,
    text: fill(settings["auth.mfa.phone.template"], code),
    channel,
    type: "mfa",
  });
}

async function requireInterval(trx: Kysely<IdentityTables>, { id }: Factor, intervalSeconds: number): Promise<void> {
  const { age } = await trx
    .selectFrom("auth.mfa_factors")
    .where("id", "=", id)
    .select(sql<number | null>`extract(epoch from now() - last_challenged_at)::float8`.as("age"))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (age === null || age >= intervalSeconds) return;
  const seconds = Math.max(1, Math.ceil(intervalSeconds - age));
  throw new IdentityError("over_sms_send_rate_limit", {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** What is stored of a code. */
export function factorCodeHash(pepper: Uint8Array, factorId: string, code: string): string {
  return createHmac("sha256", pepper).update(`factor-code:${factorId}:${code}`).digest("base64url");
}

/** Whether a code is right; a provider that makes codes itself is asked. */
export async function isFactorCode(
  identity: Pick<Identity, "pepper" | "hooks" | "delivery">,
  { factor, code, hash }: { factor: Factor; code: string; hash: string },
): Promise<boolean> {
  if (!/^\d{6,10}$/.test(code)) return false;
  const judged = identity.hooks.isEnabled("send_sms")
    ? undefined
    : await askProvider(identity, { to: factor.phone ?? "", code });
  return judged ?? isSameHash(hash, factorCodeHash(identity.pepper, factor.id, code));
}
