import { randomUUID } from "node:crypto";
import { IdentityError } from "../errors.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import type { Identity } from "../identity.ts";
import type { Metadata } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { startSession } from "../sessions/start-session.ts";
import { createUser } from "./create-user.ts";

/**
 * Signs somebody in who has not said who it is. An address, once proved, makes a lasting user of it.
 *
 * @throws IdentityError `anonymous_provider_disabled`; what the hook refuses with
 */
export async function signInAnonymously(
  identity: Identity,
  { data, audience, origin }: { data: Metadata; audience: string; origin: RequestOrigin },
): Promise<{ readonly kind: "session"; readonly session: OpenSession }> {
  const { settings, db } = identity;
  if (!settings["auth.enable_anonymous_sign_ins"]) throw new IdentityError("anonymous_provider_disabled");
  const newUser = {
    id: randomUUID(),
    audience,
    role: settings["auth.jwt_default_role"],
    userMetadata: data,
    isAnonymous: true,
  };
  await askBeforeUserCreated(identity, newUser, origin);
  const session = await db.transaction().execute(async (trx) => {
    const user = await createUser(trx, { user: newUser, action: "user_signedup", origin });
    return startSession(identity, trx, { user, method: "anonymous", provider: "anonymous", origin });
  });
  await tellAfterUserCreated(identity, session.user, origin);
  return { kind: "session", session };
}
