import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";

/**
 * Refuses a number of a country that no text message goes to: whoever asks for many to dear numbers is paid for them.
 *
 * @throws IdentityError `validation_failed`
 */
export function requireAllowedCountry({ settings }: Pick<Identity, "settings">, phone: string): void {
  const allowed = settings["auth.sms.allowed_countries"];
  if (allowed.length === 0 || allowed.some((start) => phone.startsWith(start.replace(/^\+/, "")))) return;
  throw new IdentityError("validation_failed", { message: "Text messages are not sent to numbers of this country" });
}
