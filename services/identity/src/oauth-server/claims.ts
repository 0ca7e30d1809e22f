import type { StoredUser } from "../users/stored-user.ts";
import { CLAIMS_BY_SCOPE } from "./scopes.ts";

/**
 * What a program learns of a person, by what it was given.
 *
 * @param scopes - `undefined` for the person's own client, which may know everything
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims
 */
export function claimsOf(user: StoredUser, scopes: readonly string[] | undefined): Readonly<Record<string, unknown>> {
  const all = allClaims(user);
  const wanted = Object.entries(CLAIMS_BY_SCOPE).flatMap(([scope, claims]) =>
    scopes === undefined || scopes.includes(scope) ? claims : [],
  );
  const known = wanted.flatMap((claim) => (all[claim] === undefined ? [] : [[claim, all[claim]] as const]));
  return { sub: user.id, ...Object.fromEntries(known) };
}

function allClaims(user: StoredUser): Readonly<Record<string, unknown>> {
  const said = user.raw_user_meta_data ?? {};
  const first = (...names: readonly string[]) =>
    names.map((name) => said[name]).find((value) => typeof value === "string" && value !== "");
  return {
    name: first("full_name", "name"),
    given_name: first("given_name"),
    family_name: first("family_name"),
    nickname: first("nickname"),
    preferred_username: first("preferred_username", "user_name"),
    picture: first("avatar_url", "picture"),
    locale: first("locale"),
    updated_at: Math.floor(user.updated_at.getTime() / 1000),
    ...(user.email ? { email: user.email, email_verified: user.email_confirmed_at !== null } : {}),
    ...(user.phone ? { phone_number: `+${user.phone}`, phone_number_verified: user.phone_confirmed_at !== null } : {}),
  };
}
