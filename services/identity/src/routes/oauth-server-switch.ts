import type { App } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";

/** Makes the routes of a scope be there only while this service is the OAuth server of other programs. */
export function requireOAuthServer(app: App, { settings }: Pick<Identity, "settings">): void {
  app.addHook("onRequest", async () => {
    if (!settings["auth.oauth_server.enabled"]) throw new IdentityError("feature_disabled");
  });
}
