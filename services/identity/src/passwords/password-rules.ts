import { IdentityError, type WeakPasswordReason } from "../errors.ts";
import type { IdentitySettings } from "../settings.ts";
import { isBreached } from "./breached-passwords.ts";

/** Longest new password: bcrypt would ignore the rest of a longer one. */
export const MAX_PASSWORD_BYTES = 72;

/**
 * Refuses a new password that is missing, too long or too weak.
 *
 * @throws IdentityError `validation_failed`, `weak_password` with its reasons
 */
export async function requireStrongPassword(password: string, settings: IdentitySettings): Promise<void> {
  if (password === "") throw new IdentityError("validation_failed", { message: "Signup requires a valid password" });
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new IdentityError("validation_failed", {
      message: `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`,
    });
  }
  const { reasons, message } = await weaknessOf(password, settings);
  if (reasons.length > 0) throw new IdentityError("weak_password", { message, reasons });
}

export interface Weakness {
  readonly reasons: readonly WeakPasswordReason[];
  readonly message: string;
}

/** What makes a password weak under the settings of today; no reasons for a strong one. */
export async function weaknessOf(password: string, settings: IdentitySettings): Promise<Weakness> {
  const minimum = settings["auth.minimum_password_length"];
  const sets = requiredSets(settings);
  const faults: { reason: WeakPasswordReason; message: string }[] = [];
  if ([...password].length < minimum) {
    faults.push({ reason: "length", message: `Password should be at least ${minimum} characters.` });
  }
  if (!sets.every((set) => [...set].some((sign) => password.includes(sign)))) {
    faults.push({
      reason: "characters",
      message: `Password should contain at least one character of each: ${sets.join(", ")}.`,
    });
  }
  if (settings["auth.password.refuse_breached"] && (await isBreached(password))) {
    faults.push({
      reason: "pwned",
      message: "Password is known to be weak and easy to guess, please choose a different one.",
    });
  }
  return { reasons: faults.map(({ reason }) => reason), message: faults.map(({ message }) => message).join(" ") };
}

/** Kinds of character by the name of what is required. */
const SETS_BY_REQUIREMENT = {
  "": [],
  letters_digits: ["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"],
  lower_upper_letters_digits: ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"],
  lower_upper_letters_digits_symbols: [
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "0123456789",
    "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~",
  ],
} as const;

/** Sets of characters of each of which a new password needs one. Sets of one's own win. They are separated by colons; `\:` is a colon inside a set. */
export function requiredSets(settings: IdentitySettings): readonly string[] {
  const own = settings["auth.password.required_characters"]
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll("\\:", ":"))
    .filter((set) => set !== "");
  return own.length > 0 ? own : SETS_BY_REQUIREMENT[settings["auth.password_requirements"]];
}
