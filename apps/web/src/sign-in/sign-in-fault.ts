import { ApiError } from "../api/api-error.ts";
import { messages } from "../messages/en.ts";

/** Codes that say no more than: this pair of address and password is not known. */
const WRONG = new Set(["invalid_credentials", "sign_in_refused"]);

/** Whether the pair of address and password is not known. */
export function isWrong(error: Error | null): boolean {
  return error instanceof ApiError && WRONG.has(error.code);
}

const WRONG_CODES = new Set(["otp_expired", "mfa_verification_failed", "reauthentication_not_valid"]);

/** Whether a code was another than the one that was sent or is shown, or too old. */
export function isCodeWrong(error: Error | null): boolean {
  return error instanceof ApiError && WRONG_CODES.has(error.code);
}

/** Whether the question is gone to which a code belongs that was sent: too many tries, too late, from another network. */
function isQuestionGone(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status !== 422) return false;
  return GONE.has(error.code);
}

const GONE = new Set(["mfa_challenge_expired", "mfa_factor_not_found", "mfa_ip_address_mismatch"]);

/** Whether the address waits for its confirmation: a new mail helps then. */
export function isUnconfirmed(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "email_not_confirmed";
}

/** Why signing in did not work, in a sentence. */
export function signInFault(error: Error): string {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "email_not_confirmed") return messages.signIn.unconfirmed;
  if (isCodeWrong(error)) return messages.factor.wrong;
  if (code === "user_banned") return messages.signIn.banned;
  if (isQuestionGone(error)) return messages.factor.gone;
  if (code === "sso_provider_not_found") return messages.singleSignOn.unknown;
  // What the browser says when somebody closes its own dialogue, or when it has no key for this site.
  if (error instanceof DOMException && error.name === "NotAllowedError") return messages.factor.keyRefused;
  // The browser's own sentence is for programs, and in one language.
  if (error instanceof DOMException && error.name === "InvalidStateError") return messages.factor.keyThere;
  return isWrong(error) ? messages.signIn.wrong : error.message;
}
