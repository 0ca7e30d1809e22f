import type { MailTrial } from "@vedette/delivery";
import { normalizeEmail } from "../addresses/email.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { limitMail } from "../limits/limit-mails.ts";

/**
 * Hands the mail server of the settings in force a mail, and tells what was said.
 *
 * @param signal - ends the trial
 * @throws IdentityError `validation_failed` where none is set, `over_email_send_rate_limit`
 */
export async function tryMailServer(
  identity: Pick<Identity, "db" | "settings" | "hooks" | "delivery" | "addresses">,
  address: string,
  signal: AbortSignal,
): Promise<MailTrial> {
  const to = normalizeEmail(address);
  if (!identity.delivery.usesMailServer()) {
    throw new IdentityError("validation_failed", { message: "No mail server is set" });
  }
  await identity.db.transaction().execute((trx) => limitMail(identity, trx));
  const { siteUrl } = identity.addresses;
  const text = `Mails from ${siteUrl} arrive here.`;
  const mail = { to, subject: "Vedette: a test", text, html: `<p>${text}</p>`, kind: "test" } as const;
  return identity.delivery.tryMailServer(mail, signal);
}
