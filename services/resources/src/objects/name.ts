import { randomInt } from "node:crypto";

/** The longest name, in characters. */
export const MAX_NAME_LENGTH = 253;

/** Names are 1 to 253 letters, digits, `.`, `_` or `-`, and begin and end with a letter or digit. */
export const NAME_PATTERN = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/;

const SUFFIX_LENGTH = 5;
const SUFFIX_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function isName(text: string): boolean {
  return NAME_PATTERN.test(text);
}

/** Whether `generateName` is such that every name made from it is one. */
export function isNamePrefix(text: string): boolean {
  return text !== "" && isName(`${text}${"x".repeat(SUFFIX_LENGTH)}`);
}

/** The prefix and five random characters; two calls may meet, the store decides. */
export function nameFromPrefix(prefix: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => SUFFIX_SIGNS[randomInt(SUFFIX_SIGNS.length)]);
  return prefix + suffix.join("");
}
