import { IdentityError } from "../errors.ts";

/**
 * The one form in which a phone number is stored and compared: its digits, country code first, no plus.
 *
 * @throws IdentityError `validation_failed`
 * @see ITU-T E.164
 */
export function normalizePhone(text: string): string {
  const digits = text.length > 64 ? "" : text.replace(/^\+/, "").replaceAll(" ", "");
  if (/^[1-9][0-9]{1,14}$/.test(digits)) return digits;
  throw new IdentityError("validation_failed", { message: "Invalid phone number format (E.164 required)" });
}
