import type { SmsTrial } from "@vedette/delivery";
import { normalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { limitText } from "../limits/limit-mails.ts";
import { requireAllowedCountry } from "./allowed-country.ts";
import { fill } from "./send-code.ts";

/** It opens nothing: nobody asked for it. */
const SAMPLE_CODE = "123456";

/**
 * Hands the provider of the settings in force a text message, and tells what it said.
 *
 * @throws IdentityError `validation_failed` for what is no number, and where no provider can be used;
 *   `over_sms_send_rate_limit`
 */
export async function trySmsProvider(
  identity: Pick<Identity, "db" | "settings" | "hooks" | "delivery">,
  number: string,
): Promise<SmsTrial & { readonly to: string; readonly text: string }> {
  const { db, settings, hooks, delivery } = identity;
  const to = normalizePhone(number);
  requireAllowedCountry(identity, to);
  if (hooks.isEnabled("send_sms")) throw unusable("A hook sends the text messages: try that");
  if (delivery.smsProvider() === "") throw unusable("No provider of text messages is set");
  const missing = delivery.missingSmsSettings();
  if (missing.length > 0) throw unusable(`${missing.join(", ")} is not set`);
  await db.transaction().execute((trx) => limitText({ settings }, trx));
  const text = fill(settings["auth.sms.template"], SAMPLE_CODE);
  return { to, text, ...(await delivery.trySms({ to, text, code: SAMPLE_CODE, channel: "sms" })) };
}

function unusable(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
