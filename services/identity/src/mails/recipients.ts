import type { Kysely } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";

/**
 * Refuses an address that the built-in sender does not serve: it is for the team only, and for the addresses that the
 * operator named. Through a mail server everybody can be reached.
 *
 * @throws IdentityError `email_address_not_authorized`, whether or not anybody has the address
 * @see spec 1, Errors: "default SMTP, recipient not a project team member"
 */
export async function requireRecipient(
  identity: Pick<Identity, "settings" | "delivery" | "hooks" | "team">,
  trx: Kysely<IdentityTables>,
  email: string,
): Promise<void> {
  if (await mayWriteTo(identity, trx, email)) return;
  throw new IdentityError("email_address_not_authorized", {
    message: `Email address "${email}" cannot be used as it is not authorized`,
  });
}

/** Whether mails can go to an address. */
export async function mayWriteTo(
  identity: Pick<Identity, "settings" | "delivery" | "hooks" | "team">,
  trx: Kysely<IdentityTables>,
  email: string,
): Promise<boolean> {
  if (!usesBuiltInSender(identity)) return true;
  const { settings, team } = identity;
  const bare = withoutLabel(email);
  const named = settings["auth.email.authorized_addresses"].map((address) => address.toLowerCase());
  if (named.some((address) => withoutLabel(address) === bare || address === `*@${domainOf(bare)}`)) return true;
  return team.hasAddress(trx, email);
}

/** Whether mails stay here: neither a mail server nor a hook takes them. */
export function usesBuiltInSender({ delivery, hooks }: Pick<Identity, "delivery" | "hooks">): boolean {
  return !delivery.usesMailServer() && !hooks.isEnabled("send_email");
}

/** `ada+test@example.com` is Ada. */
function withoutLabel(email: string): string {
  return email.replace(/\+[^@]*@/, "@");
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}
