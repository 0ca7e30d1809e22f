import type { Identity } from "../identity.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import type { AccessClaims } from "../tokens/access-claims.ts";
import { requireFittingClaims } from "../tokens/token-size.ts";
import type { HookResponse } from "./hook-answer.ts";

/** The claims of a token that is about to be signed. */
export type FinalClaims = HookResponse<"custom_access_token">["claims"];

/**
 * Lets the hook change the claims of an access token.
 *
 * @throws IdentityError `unexpected_failure` when a claim that clients rely on is missing or has another type, `token_too_large`; what the
 *   hook refuses with
 * @see contract of identity, 3.1
 */
export async function customizeClaims(
  { hooks }: Pick<Identity, "hooks">,
  claims: AccessClaims,
  session: Pick<OpenSession, "user" | "enteredBy" | "origin">,
): Promise<FinalClaims> {
  const key = "custom_access_token";
  if (!hooks.isEnabled(key)) return claims;
  const { user, enteredBy, origin } = session;
  const input = { user_id: user.id, claims: { ...claims }, authentication_method: enteredBy };
  const response = await hooks.ask(key, input, origin);
  requireFittingClaims(response.claims);
  return response.claims;
}
