import { deleteUser } from "../administration/delete-user.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { isFresh } from "./reauthenticate.ts";

/**
 * Deletes the account of whoever asks: with a session of the last 24 hours, and with the second factor where there is one.
 *
 * @throws IdentityError `feature_disabled`, `user_sso_managed`, `insufficient_aal`, `reauthentication_needed`,
 *   `last_administrator`
 */
export async function deleteOwnAccount(
  identity: Pick<Identity, "db" | "settings" | "team">,
  { user, sessionId, assuranceLevel }: SignedInUser,
  origin: RequestOrigin,
): Promise<void> {
  if (!identity.settings["auth.security.self_delete_enabled"]) throw new IdentityError("feature_disabled");
  if (user.is_sso_user) throw new IdentityError("user_sso_managed");
  const hasFactor = user.factors.some(({ status }) => status === "verified");
  if (hasFactor && assuranceLevel === "aal1") throw new IdentityError("insufficient_aal");
  if (!(await isFresh(identity.db, sessionId))) {
    throw new IdentityError("reauthentication_needed", { message: "Sign in again to delete your account" });
  }
  await deleteUser(identity, { id: user.id, how: "wholly", actor: user, origin });
}
