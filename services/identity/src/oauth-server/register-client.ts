import { NIL_UUID } from "@vedette/database";
import type { Static } from "typebox";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { clientAnswer, insertClient } from "./administer-clients.ts";
import { type ClientMetadata, readClientMetadata } from "./client-metadata.ts";

const NOBODY = { id: NIL_UUID, email: null } as const;

/**
 * Registers a program that asks for it itself, without an administrator.
 *
 * @throws IdentityError `oauth_dynamic_client_registration_disabled`; OAuthError `invalid_redirect_uri`,
 *   `invalid_client_metadata`
 * @see https://www.rfc-editor.org/rfc/rfc7591#section-3
 */
export async function registerClient(
  identity: Pick<Identity, "db" | "settings">,
  said: Static<typeof ClientMetadata>,
  origin: RequestOrigin,
): Promise<object> {
  if (!identity.settings["auth.oauth_server.allow_dynamic_registration"]) {
    throw new IdentityError("oauth_dynamic_client_registration_disabled");
  }
  const reading = readClientMetadata(said);
  if ("fault" in reading) throw new OAuthError(reading.fault.error, reading.fault.description);
  const registered = await insertClient(identity, reading.fields, { registration: "dynamic", actor: NOBODY, origin });
  return {
    ...clientAnswer(registered),
    client_id_issued_at: Math.floor(registered.client.createdAt.getTime() / 1000),
    ...(registered.secret === undefined ? {} : { client_secret_expires_at: 0 }),
  };
}
