import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { findHolderOfClaims } from "../sessions/signed-in-user.ts";
import { readAccessToken } from "../tokens/access-token.ts";
import type { OAuthClient } from "./client-store.ts";

/** What a service is told of a token that somebody brought it. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly token_type: "bearer";
      readonly client_id: string;
      /** Separated by blanks. */
      readonly scope: string;
      readonly sub: string | undefined;
      readonly aud: string | readonly string[] | undefined;
      readonly iss: string | undefined;
      /** Seconds since 1970, like the next. */
      readonly iat: number | undefined;
      readonly exp: number | undefined;
    };

const INACTIVE: Introspection = { active: false };

/**
 * Says whether an access token that was given to a program still counts: ended sessions, taken-back grants and banned
 * people end it before its time. Everything else, people's own tokens and refresh tokens among them, is inactive.
 *
 * @param client - who asks; one that can keep no secret is nobody in particular
 * @throws OAuthError `unauthorized_client`
 * @see https://www.rfc-editor.org/rfc/rfc7662
 */
export async function introspectToken(
  { db, signingKeys }: Pick<Identity, "db" | "signingKeys">,
  { client, token }: { client: OAuthClient; token: string },
): Promise<Introspection> {
  if (client.authentication === "none") {
    throw new OAuthError("unauthorized_client", "Only a client with a secret may ask about tokens.");
  }
  try {
    const { program, claims } = await findHolderOfClaims(db, await readAccessToken(signingKeys, token));
    if (program === undefined) return INACTIVE;
    const { sub, aud, iss, iat, exp } = claims;
    const { scope } = claims;
    return {
      active: true,
      token_type: "bearer",
      client_id: program.clientId,
      // A renewal may have asked for less than was given.
      scope: typeof scope === "string" ? scope : program.scopes.join(" "),
      sub,
      aud,
      iss,
      iat,
      exp,
    };
  } catch (error) {
    // Whatever is wrong with a token, it says nothing more.
    if (error instanceof IdentityError) return INACTIVE;
    throw error;
  }
}
