import type { Kysely } from "kysely";
import { IdentityError } from "../errors.ts";
import { postSms } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { claimText } from "../mails/mail-interval.ts";
import { createCode, hashCode, type OneTimeTokenType } from "../one-time-tokens/code.ts";
import { putToken } from "../one-time-tokens/token-store.ts";
import type { IdentitySettings } from "../settings.ts";
import { requireAllowedCountry } from "./allowed-country.ts";
import { requireSmsProvider } from "./sms-provider.ts";

/** What a message says that is a test's: nothing was sent. */
const TEST_MESSAGE_ID = "test-otp";

export interface CodeRequest {
  readonly userId: string;
  /** Digits only. */
  readonly phone: string;
  readonly type: OneTimeTokenType;
  readonly channel: Channel;
}

export type Channel = "sms" | "whatsapp";

/** A code that was sent, queued or handed to the hook. */
export interface SentCode {
  readonly sentAt: Date;
  /** Only for numbers of tests. */
  readonly messageId?: string;
}

/**
 * Reads how a code is to be sent.
 *
 * @throws IdentityError `validation_failed`
 */
export function readChannel(
  { hooks, delivery }: Pick<Identity, "hooks" | "delivery">,
  channel: string | undefined,
): Channel {
  if (channel === undefined || channel === "sms") return "sms";
  // The hook knows what it can send by.
  if (hooks.isEnabled("send_sms") || (channel === "whatsapp" && delivery.sendsWhatsApp())) return "whatsapp";
  throw new IdentityError("validation_failed", {
    message:
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  });
}

/**
 * Gives a user a new code and sends it to a number, all in the caller's transaction.
 *
 * @throws IdentityError `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function sendPhoneCode(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { userId, phone, type, channel }: CodeRequest,
): Promise<SentCode> {
  const { settings, pepper } = identity;
  const testCode = testCodeOf(settings, phone, new Date());
  if (testCode === undefined) {
    const kind = type === "phone_change_token" ? "phone_change" : "sms";
    await claimText(identity, trx, { phone, kind });
  }
  const code = testCode ?? createCode(settings["auth.sms.otp_length"]);
  const hash = hashCode(pepper, { type, address: phone }, code);
  const sentAt = await putToken(trx, {
    ...{ userId, type, hash, address: phone },
    expirySeconds: settings["auth.sms.otp_expiry"],
  });
  if (testCode !== undefined) return { sentAt, messageId: TEST_MESSAGE_ID };
  const text = fill(settings["auth.sms.template"], code);
  await sendText(identity, trx, { userId, phone, code, text, channel });
  return { sentAt };
}

export interface Text {
  readonly userId: string;
  readonly phone: string;
  readonly code: string;
  readonly text: string;
  readonly channel: Channel;
  /** The code of a second factor. */
  readonly type?: "mfa";
}

/** @throws IdentityError `sms_send_failed` when the provider cannot be used as it is set up; `validation_failed` */
export async function sendText(
  { hooks, delivery, settings }: Pick<Identity, "hooks" | "delivery" | "settings">,
  trx: Kysely<IdentityTables>,
  { userId, phone, code, text, channel, type }: Text,
): Promise<void> {
  requireAllowedCountry({ settings }, phone);
  requireSmsProvider({ hooks, delivery });
  const sms = { to: phone, text, code, channel };
  if (hooks.isEnabled("send_sms")) {
    postSms(trx, { userId, sms, smsType: type });
    return;
  }
  const missing = delivery.missingSmsSettings();
  if (missing.length > 0) {
    throw new IdentityError("sms_send_failed", { message: `Error sending the SMS: ${missing.join(", ")} is not set.` });
  }
  if (delivery.smsProvider() === "") await delivery.queueSms(trx, sms);
  else postSms(trx, { userId, sms, smsType: type });
}

/** Fills a template of a text message, which knows nothing but the code. */
export function fill(template: string, code: string): string {
  return template.replace(/\{\{\s*\.Code\s*\}\}/g, code);
}

/** The code that always works for a number of a test, while there is one. */
export function testCodeOf(settings: IdentitySettings, phone: string, now: Date): string | undefined {
  const until = settings["auth.sms.test_otp_valid_until"];
  if (until !== "" && !(now < new Date(until))) return undefined;
  const entry = settings["auth.sms.test_otp"].find((text) => text.replace(/^\+/, "").split(/[:=]/)[0] === phone);
  return entry?.split(/[:=]/)[1];
}
