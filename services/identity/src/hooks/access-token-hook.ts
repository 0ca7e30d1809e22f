import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import type { AccessClaims } from "../tokens/access-claims.ts";
import { throwRefusal } from "./hook-answer.ts";

/** What every access token must say, whatever the hook makes of it. */
const Claims = Type.Object({
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Integer(),
  iat: Type.Integer(),
  sub: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  role: Type.String(),
  aal: Type.String(),
  session_id: Type.String(),
  is_anonymous: Type.Boolean(),
});
const Answer = Type.Object({ claims: Claims });

/** The claims of a token that is about to be signed. */
export type FinalClaims = Static<typeof Claims>;

/**
 * Lets the hook change the claims of an access token.
 *
 * @throws IdentityError `unexpected_failure` when a claim that clients rely on is missing or has another type; what the
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
  return readClaims(await hooks.ask(key, input, origin));
}

/** @throws IdentityError like `customizeClaims` */
export function readClaims(answer: unknown): FinalClaims {
  throwRefusal(answer, 499);
  if (Check(Answer, answer)) return answer.claims;
  throw new IdentityError("unexpected_failure", {
    message: "The output claims of the access token hook do not have the form that is needed.",
  });
}
