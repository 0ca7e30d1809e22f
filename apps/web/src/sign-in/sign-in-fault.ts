import { ApiError } from "../api/api-error.ts";
import { messages } from "../messages/en.ts";

/** Codes that say no more than: this pair of address and password is not known. */
const WRONG = new Set(["invalid_credentials", "sign_in_refused"]);

/** Whether the password was right, and a code is wanted beside it. */
export function wantsCode(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "insufficient_aal";
}

/** Why signing in did not work, in a sentence. */
export function signInFault(error: Error): string {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "email_not_confirmed") return messages.signIn.unconfirmed;
  return WRONG.has(code) ? messages.signIn.wrong : error.message;
}
