import { IdentityError, type WeakPasswordReason } from "../errors.ts";
import type { IdentitySettings } from "../settings.ts";

/** What bcrypt reads of a password; a longer one would be cut off unnoticed. */
export const MAX_PASSWORD_BYTES = 72;

/**
 * Refuses a new password that is missing, too long or too weak.
 *
 * @throws IdentityError `validation_failed`, `weak_password` with its reasons
 */
export function requireStrongPassword(password: string, settings: IdentitySettings): void {
  if (password === "") throw new IdentityError("validation_failed", { message: "Signup requires a valid password" });
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new IdentityError("validation_failed", {
      message: `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`,
    });
  }
  const { reasons, message } = weaknessOf(password, settings);
  if (reasons.length > 0) throw new IdentityError("weak_password", { message, reasons });
}

/** What makes a password weak under the settings of today; no reasons for a strong one. */
export function weaknessOf(
  password: string,
  settings: IdentitySettings,
): { readonly reasons: readonly WeakPasswordReason[]; readonly message: string } {
  const minimum = settings["auth.minimum_password_length"];
  const sets = requiredSets(settings["auth.password.required_characters"]);
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
  return { reasons: faults.map(({ reason }) => reason), message: faults.map(({ message }) => message).join(" ") };
}

/** Sets are separated by colons; `\:` is a colon inside a set. */
function requiredSets(text: string): string[] {
  return text
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll("\\:", ":"))
    .filter((set) => set !== "");
}
