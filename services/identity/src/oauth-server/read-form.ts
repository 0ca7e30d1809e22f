import { OAuthError } from "../oauth/oauth-error.ts";

const MAX_FIELDS = 50;

/**
 * Reads a form as OAuth has it: every parameter once, and empty is the same as absent.
 *
 * @throws OAuthError `invalid_request`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.2
 */
export function readForm(text: string): Readonly<Record<string, string>> {
  const entries = [...new URLSearchParams(text)];
  const names = new Set(entries.map(([name]) => name));
  if (entries.length > MAX_FIELDS || names.size < entries.length) {
    throw new OAuthError("invalid_request", "Every parameter must come once.");
  }
  // What is not valid UTF-8 was read as a replacement.
  if (entries.some((pair) => pair.some((part) => /[\0\ufffd]/.test(part)))) {
    throw new OAuthError("invalid_request", "The form holds what is no text.");
  }
  return Object.fromEntries(entries);
}
