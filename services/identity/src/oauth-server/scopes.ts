import { OAuthError } from "../oauth/oauth-error.ts";
import { readScopes } from "./program-access.ts";

/** What a program can ask for, and the claims that it learns by it. */
export const CLAIMS_BY_SCOPE = {
  openid: ["sub"],
  profile: ["name", "given_name", "family_name", "nickname", "preferred_username", "picture", "locale", "updated_at"],
  email: ["email", "email_verified"],
  phone: ["phone_number", "phone_number_verified"],
  /** Refresh tokens are given in any case. */
  offline_access: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Scope = keyof typeof CLAIMS_BY_SCOPE;

export const SCOPES = Object.keys(CLAIMS_BY_SCOPE) as readonly Scope[]; // The keys of the table above.

/** What is given when nothing was asked for. */
const DEFAULT_SCOPE = "email";

/**
 * Reads what a program asks for.
 *
 * @throws OAuthError `invalid_scope` for a scope that does not exist
 */
export function readRequestedScopes(text: string | undefined): readonly string[] {
  const scopes = readScopes(text ?? "");
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) throw new OAuthError("invalid_scope", `There is no such scope: use ${SCOPES.join(", ")}.`);
  return scopes.length === 0 ? [DEFAULT_SCOPE] : scopes;
}

/** Whether everything wanted is among what is held. */
export function covers(held: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((scope) => held.includes(scope));
}
