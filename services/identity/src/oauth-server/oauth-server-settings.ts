import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

/** This service as OAuth 2.1 and OpenID Connect server of other programs. */
export const oauthServerSettings = declareSettings({
  "auth.oauth_server.enabled": {
    env: "VEDETTE_OAUTH_SERVER_ENABLED",
    field: "oauth_server_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "Other programs may sign people in here, by OAuth 2.1 and OpenID Connect.",
  },
  "auth.oauth_server.allow_dynamic_registration": {
    env: "VEDETTE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION",
    field: "oauth_server_allow_dynamic_registration",
    type: Type.Boolean(),
    default: false,
    doc: "Programs may register themselves, without an administrator. Anybody can then name a program as they like.",
  },
  "auth.oauth_server.authorization_path": {
    env: "VEDETTE_OAUTH_SERVER_AUTHORIZATION_PATH",
    alike: [{ key: "auth.oauth_server.authorization_url_path", read: (written) => written }],
    field: "oauth_server_authorization_path",
    type: Type.String({ maxLength: 1024, pattern: "^/(?!/)[A-Za-z0-9._~/-]*$" }),
    default: "/oauth/consent",
    doc: "Page of the site that asks people whether they let a program in; it gets authorization_id in its query.",
  },
  "auth.oauth_server.authorization_ttl": {
    env: "VEDETTE_OAUTH_SERVER_AUTHORIZATION_TTL",
    type: Duration,
    default: "10m",
    doc: "How long a person has to decide whether a program is let in.",
  },
});
