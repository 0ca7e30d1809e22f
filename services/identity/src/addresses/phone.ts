import { IdentityError } from "../errors.ts";

/**
 * The one form in which a phone number is stored and compared: its digits, country code first, no plus.
 *
 * @throws IdentityError `validation_failed`
 * @see ITU-T E.164
 */
export function normalizePhone(text: string): string {
  const phone = tryNormalizePhone(text);
  if (phone !== undefined) return phone;
  throw new IdentityError("validation_failed", { message: "Invalid phone number format (E.164 required)" });
}

/** Like `normalizePhone`, with `undefined` for what is no number. */
export function tryNormalizePhone(text: string): string | undefined {
  const digits = text.length > 64 ? "" : text.replace(/^\+/, "").replaceAll(" ", "");
  return /^[1-9][0-9]{1,14}$/.test(digits) ? digits : undefined;
}
