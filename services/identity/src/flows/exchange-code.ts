import { repeatable } from "@vedette/database";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { type ProviderTokens, unsealProviderTokens } from "../oauth/provider-tokens.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { bindSignIn, SSO_SAML } from "../saml/sign-in-store.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { startSession } from "../sessions/start-session.ts";
import { isBanned } from "../users/ban.ts";
import { findUser } from "../users/stored-user.ts";
import { exchangeAuthCode } from "./flow-state.ts";

/**
 * Ends a PKCE flow: whoever began it gets the session.
 *
 * @throws IdentityError `validation_failed`, `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`,
 *   `user_banned`
 */
export async function exchangeCode(
  identity: Pick<Identity, "db" | "settings" | "keyRing">,
  { authCode, codeVerifier, origin }: { authCode: string; codeVerifier: string; origin: RequestOrigin },
): Promise<{ session: OpenSession; providerTokens: ProviderTokens }> {
  if (authCode === "" || codeVerifier === "") {
    throw new IdentityError("validation_failed", {
      message: "invalid request: both auth code and code verifier should be non-empty",
    });
  }
  const { db, settings } = identity;
  return repeatable(() =>
    db.transaction().execute(async (trx) => {
      const ended = await exchangeAuthCode(trx, { authCode, codeVerifier, settings });
      const { id, userId, method, provider, sealedTokens } = ended;
      const user = await findUser(trx, userId);
      if (user === undefined) throw new IdentityError("flow_state_not_found");
      if (isBanned(user, new Date())) throw new IdentityError("user_banned");
      const session = await startSession(identity, trx, { user, method, provider, origin });
      if (method === SSO_SAML) await bindSignIn(trx, { flowStateId: id, sessionId: session.id });
      return { session, providerTokens: unsealProviderTokens(identity, sealedTokens) };
    }),
  );
}
