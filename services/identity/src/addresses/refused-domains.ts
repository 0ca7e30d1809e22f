import { domainToASCII } from "node:url";
import { IdentityError } from "../errors.ts";
import type { IdentitySettings } from "../settings.ts";

/**
 * Refuses an address of a domain that the operator does not want, or of one below it. Nothing is looked up: the answer
 * is the same whether or not somebody has the address.
 *
 * @param email - normalised
 * @throws IdentityError `email_address_invalid`
 */
export function refuseUnwantedDomain(
  { settings }: { readonly settings: Pick<IdentitySettings, "auth.email.refused_domains"> },
  email: string,
): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const isUnwanted = settings["auth.email.refused_domains"].some((text) => {
    const refused = domainToASCII(text.replace(/^\.+/, ""));
    return refused !== "" && (domain === refused || domain.endsWith(`.${refused}`));
  });
  if (isUnwanted) throw new IdentityError("email_address_invalid", { message: `Email address "${email}" is invalid` });
}
