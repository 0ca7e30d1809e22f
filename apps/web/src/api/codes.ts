import { ApiError } from "./api-error.ts";
import { askIdentity, TOKENS_LIKE, type Tokens } from "./identity.ts";
import { landingPage } from "./landing-page.ts";

/** Where a code was or will be sent. */
export type CodeAddress =
  | { readonly kind: "email"; readonly email: string }
  | { readonly kind: "phone"; readonly phone: string };

/** Refusals that would tell whether somebody has an account; to the person it looks as if a message were on its way. */
const TELLING = new Set(["otp_disabled", "user_not_found", "signup_disabled"]);

/**
 * Asks for a code, and by mail a link, that signs in. An unknown address gets nothing, and nobody is told so.
 *
 * @param next - the path to which the link leads in the end
 */
export async function askForCode(address: CodeAddress, next: string): Promise<void> {
  const { kind: _kind, ...body } = address;
  const query = address.kind === "email" ? { redirect_to: landingPage("/confirm", next) } : {};
  try {
    await askIdentity("otp", { method: "POST", query, body: { ...body, create_user: false } });
  } catch (error) {
    if (!(error instanceof ApiError && TELLING.has(error.code))) throw error;
  }
}

/** Asks for a mail with which a new password can be chosen. @param next - as in {@link askForCode} */
export function askForRecovery(email: string, next: string): Promise<void> {
  return askIdentity("recover", {
    method: "POST",
    query: { redirect_to: landingPage("/reset", next) },
    body: { email },
  });
}

/** Changes a code that was sent into an access token. @throws ApiError `otp_expired` for a wrong one, too */
export async function redeemCode(address: CodeAddress, code: string, type: "email" | "recovery"): Promise<string> {
  const proof =
    address.kind === "email"
      ? { type, email: address.email, token: code }
      : { type: "sms", phone: address.phone, token: code };
  return (await askIdentity<Tokens>("verify", { method: "POST", body: proof, like: TOKENS_LIKE })).access_token;
}
