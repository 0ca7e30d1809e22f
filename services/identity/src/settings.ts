import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import { auditSettings } from "./audit/audit-settings.ts";
import { captchaSettings } from "./captcha/captcha-settings.ts";
import { cleanupSettings } from "./cleanup/cleanup-settings.ts";
import { configurationSettings } from "./configuration/configuration-settings.ts";
import { factorSettings } from "./factors/factor-settings.ts";
import { hookSettings } from "./hooks/hook-settings.ts";
import { linkingSettings } from "./identities/linking-settings.ts";
import { limitSettings } from "./limits/limit-settings.ts";
import { mailSettings } from "./mails/mail-settings.ts";
import { templateSettings } from "./mails/template-settings.ts";
import { providerSettings } from "./oauth/provider-settings.ts";
import { oauthServerSettings } from "./oauth-server/oauth-server-settings.ts";
import { passwordSettings } from "./passwords/password-settings.ts";
import { phoneSettings } from "./phones/phone-settings.ts";
import { samlSettings } from "./saml/saml-settings.ts";
import { scimSettings } from "./scim/scim-settings.ts";
import { sessionSettings } from "./sessions/session-settings.ts";
import { Duration } from "./settings/duration.ts";
import { opposite } from "./settings/other-words.ts";
import { thirdPartySettings } from "./third-party/third-party-settings.ts";
import { tokenSettings } from "./tokens/token-settings.ts";
import { userNameSettings } from "./user-names/user-name-settings.ts";
import { walletSettings } from "./web3/wallet-settings.ts";

/** Every setting that the identity service reads. */
export const identitySettings = declareSettings({
  ...mailSettings,
  ...passwordSettings,
  ...tokenSettings,
  ...sessionSettings,
  ...hookSettings,
  ...factorSettings,
  ...phoneSettings,
  ...captchaSettings,
  ...linkingSettings,
  ...providerSettings,
  ...templateSettings,
  ...thirdPartySettings,
  ...samlSettings,
  ...oauthServerSettings,
  ...walletSettings,
  ...userNameSettings,
  ...scimSettings,
  "auth.enabled": {
    env: "VEDETTE_AUTH_SERVICE_ENABLED",
    type: Type.Literal(true),
    default: true,
    allowed: "true: this service cannot be switched off, beside other issuers of tokens neither",
    doc: "For files of the reference service, which say it. The service is always on.",
    source: "spec 1, Authentication",
  },
  "auth.site_url": {
    env: "VEDETTE_SITE_URL",
    field: "site_url",
    type: Type.String({ maxLength: 2048, pattern: "^([A-Za-z][A-Za-z0-9+.-]*://[^\\s/?#@]+[^\\s#]*)?$" }),
    default: "",
    doc: "Where people land after a link in a mail when no allowed redirect was asked for. Empty: the public URL.",
  },
  "auth.additional_redirect_urls": {
    env: "VEDETTE_URI_ALLOW_LIST",
    field: "uri_allow_list",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 1000 }),
    default: [],
    doc: "Patterns of further addresses that redirects may lead to; * is any run without dots and slashes, ** any run.",
    source: "spec 1, Errors",
  },
  "auth.external_url": {
    env: "VEDETTE_API_EXTERNAL_URL",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s/?#@]+[^\\s?#]*)?$" }),
    default: "",
    doc: "Address under which clients reach this service, for links in mails. Empty: the public URL with /auth/v1.",
  },
  "auth.api.max_request_duration": {
    env: "VEDETTE_API_MAX_REQUEST_DURATION",
    field: "api_max_request_duration",
    type: Duration,
    default: 0,
    doc: "Longest time until a request of this service is answered, at most ten minutes; then the work is given up. 0: server.limits.answer_seconds.",
  },
  "auth.disable_signup": {
    env: "VEDETTE_DISABLE_SIGNUP",
    alike: [{ key: "auth.enable_signup", read: opposite }],
    field: "disable_signup",
    type: Type.Boolean(),
    default: false,
    doc: "Nobody can create an account of their own; invitations and administrators still can.",
  },
  "auth.external.flow_state_expiry_duration": {
    env: "VEDETTE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION",
    type: Duration,
    default: "300s",
    doc: "How long the code of a PKCE flow can be exchanged; less than 300 s counts as 300 s.",
  },
  "auth.security.self_delete_enabled": {
    env: "VEDETTE_SECURITY_SELF_DELETE_ENABLED",
    field: "security_self_delete_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may delete their own account, in a session of the last 24 hours.",
  },
  "auth.security.hide_accounts": {
    env: "VEDETTE_SECURITY_HIDE_ACCOUNTS",
    field: "security_hide_accounts",
    type: Type.Boolean(),
    default: false,
    doc: "Not even applications can tell who has an account: a taken address looks like a new one at sign-up, and codes seem to be sent.",
  },
  "auth.enable_manual_linking": {
    env: "VEDETTE_SECURITY_MANUAL_LINKING_ENABLED",
    field: "security_manual_linking_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People who are signed in may add further ways to sign in and take them away. Beta.",
    source: "spec 1, Authentication",
  },
  "auth.enable_anonymous_sign_ins": {
    env: "VEDETTE_EXTERNAL_ANONYMOUS_USERS_ENABLED",
    field: "external_anonymous_users_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may sign in without saying who they are, and say so later.",
  },
  ...limitSettings,
  ...configurationSettings,
  ...cleanupSettings,
  ...auditSettings,
  "auth.cors.allowed_headers": {
    env: "VEDETTE_CORS_ALLOWED_HEADERS",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9-]+$" }), { maxItems: 100 }),
    default: [],
    doc: "Further request headers that browsers may send to this service from other sites.",
  },
});

export type IdentitySettings = SettingsOf<typeof identitySettings>;
