import { IdentityError } from "../errors.ts";

/** Never an address, which has an at sign, nor a number, which has no letter. */
const NAME = /^(?=.*[a-z])[a-z0-9][a-z0-9._-]{0,62}[a-z0-9]$/;
const MAX_LENGTH = 64;

/**
 * The one form in which a user name is stored and compared: lower case, ASCII.
 *
 * @throws IdentityError `validation_failed`
 */
export function normalizeUserName(text: string): string {
  const name = tryNormalizeUserName(text);
  if (name !== undefined) return name;
  throw new IdentityError("validation_failed", {
    message:
      "A user name has 2 to 64 letters, digits, dots, hyphens and underscores, begins and ends with a letter or digit, and is no number",
  });
}

/** Like `normalizeUserName`, with `undefined` for what is none. */
export function tryNormalizeUserName(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  // Not toLowerCase(): that makes one name of two characters that look alike.
  const name = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return NAME.test(name) ? name : undefined;
}
