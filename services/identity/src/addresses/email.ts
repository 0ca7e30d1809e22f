import { domainToASCII } from "node:url";
import { IdentityError } from "../errors.ts";

/** What an e-mail form may send in a local part: HTML's rule, no quotes, no comments, ASCII only. */
const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 255;

/**
 * The one form in which an address is stored and compared: ASCII, lower case, domain as A-labels.
 * Dots and plus signs stay: two such addresses are two people.
 *
 * @throws IdentityError `validation_failed` for what is no address
 */
export function normalizeEmail(text: string): string {
  const email = tryNormalizeEmail(text);
  if (email !== undefined) return email;
  const message =
    text.length > MAX_LENGTH ? "An email address is too long" : "Unable to validate email address: invalid format";
  throw new IdentityError("validation_failed", { message });
}

/** Like `normalizeEmail`, with `undefined` for what is no address. */
export function tryNormalizeEmail(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [localPart = "", domainText = "", ...more] = text.split("@");
  const local = lowerAscii(localPart);
  if (more.length > 0 || !LOCAL_PART.test(local) || local.startsWith(".") || local.endsWith(".")) return undefined;
  const domain = asciiDomain(domainText);
  if (domain === undefined) return undefined;
  const email = `${local}@${domain}`;
  return email.length > MAX_LENGTH ? undefined : email;
}

/** Only letters, digits, marks, dots and hyphens reach the IDNA mapping, which would drop zero-width characters. */
function asciiDomain(text: string): string | undefined {
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(text)) return undefined;
  const domain = domainToASCII(text);
  const labels = domain.split(".");
  const isAddress = /^\d+$/.test(labels.at(-1) ?? "");
  return labels.every((label) => LABEL.test(label)) && !isAddress ? domain : undefined;
}

/** Not toLowerCase() alone: that turns the Kelvin sign into k and makes two addresses one. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
