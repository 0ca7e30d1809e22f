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
import { templateSettings } from "./mails/template-settings.ts";
import { providerSettings } from "./oauth/provider-settings.ts";
import { oauthServerSettings } from "./oauth-server/oauth-server-settings.ts";
import { phoneSettings } from "./phones/phone-settings.ts";
import { samlSettings } from "./saml/saml-settings.ts";
import { sessionSettings } from "./sessions/session-settings.ts";
import { Duration } from "./settings/duration.ts";
import { opposite, textOfFile } from "./settings/other-words.ts";
import { thirdPartySettings } from "./third-party/third-party-settings.ts";
import { walletSettings } from "./web3/wallet-settings.ts";

/** Every setting that the identity service reads. */
export const identitySettings = declareSettings({
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
    type: Duration,
    default: 0,
    doc: "Longest time until a request of this service is answered; then the work is given up. Read at the start. 0: server.limits.answer_seconds.",
  },
  "auth.disable_signup": {
    env: "VEDETTE_DISABLE_SIGNUP",
    alike: { key: "auth.enable_signup", read: opposite },
    field: "disable_signup",
    type: Type.Boolean(),
    default: false,
    doc: "Nobody can create an account of their own; invitations and administrators still can.",
  },
  "auth.email.enable_signup": {
    env: "VEDETTE_EXTERNAL_EMAIL_ENABLED",
    field: "external_email_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "People may sign up and in with an e-mail address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.enable_magic_links": {
    env: "VEDETTE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "People may ask for a link or code that signs them in without a password.",
  },
  "auth.external.flow_state_expiry_duration": {
    env: "VEDETTE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION",
    type: Duration,
    default: "300s",
    doc: "How long the code of a PKCE flow can be exchanged; less than 300 s counts as 300 s.",
  },
  "auth.email.autoconfirm": {
    env: "VEDETTE_MAILER_AUTOCONFIRM",
    alike: { key: "auth.email.enable_confirmations", read: opposite },
    field: "mailer_autoconfirm",
    type: Type.Boolean(),
    default: false,
    doc: "New e-mail addresses count as confirmed without a mail. Anybody can then sign up with anybody's address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.double_confirm_changes": {
    env: "VEDETTE_MAILER_SECURE_EMAIL_CHANGE_ENABLED",
    field: "mailer_secure_email_change_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "A change of address must be confirmed from the old and from the new address.",
    source: "spec 1, Configuration endpoint",
  },
  "auth.email.allow_unverified_sign_ins": {
    env: "VEDETTE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS",
    field: "mailer_allow_unverified_email_sign_ins",
    type: Type.Boolean(),
    default: false,
    doc: "People whose address is not confirmed may sign in.",
    source: "spec 1, What the service does",
  },
  "auth.email.max_frequency": {
    env: "VEDETTE_SMTP_MAX_FREQUENCY",
    field: "smtp_max_frequency",
    type: Duration,
    default: "60s",
    doc: "Shortest time between two mails of one kind to one address.",
  },
  "auth.email.authorized_addresses": {
    env: "VEDETTE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES",
    type: Type.Array(Type.String({ minLength: 3, maxLength: 255, pattern: "^[^\\s@]+@[^\\s@]+$" }), { maxItems: 1000 }),
    default: [],
    doc: "Addresses outside the team that the built-in sender may write to; *@example.com is a whole domain.",
    source: "spec 1, Limits",
  },
  "auth.email.external_hosts": {
    env: "VEDETTE_MAILER_EXTERNAL_HOSTS",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: "^[A-Za-z0-9.:\\[\\]-]+$" }), {
      maxItems: 100,
    }),
    default: [],
    doc: "Further hosts under which a proxy serves this service; links in mails begin with the one that was asked for.",
  },
  "auth.email.link_confirmation": {
    env: "VEDETTE_MAILER_LINK_CONFIRMATION",
    field: "mailer_link_confirmation",
    type: Type.Boolean(),
    default: false,
    doc: "A link in a mail opens a page with a button, which alone uses it up: for mail programs that open links to look at them.",
  },
  "auth.email.refused_domains": {
    env: "VEDETTE_MAILER_REFUSED_DOMAINS",
    field: "mailer_refused_domains",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: "^[A-Za-z0-9.-]+$" }), { maxItems: 10_000 }),
    default: [],
    doc: "Domains, and all below them, whose addresses cannot be signed up with: those of throw-away mailboxes, for instance.",
  },
  "auth.email.template_max_age": {
    env: "VEDETTE_MAILER_TEMPLATE_MAX_AGE",
    type: Duration,
    default: "10m",
    doc: "How long the text of a mail that lies in a file or at an address is used before it is read again.",
  },
  "auth.email.otp_length": {
    env: "VEDETTE_MAILER_OTP_LENGTH",
    field: "mailer_otp_length",
    type: Type.Integer({ minimum: 6, maximum: 10 }),
    default: 6,
    doc: "Digits of the codes in mails.",
    source: "spec 1, Limits",
  },
  "auth.email.otp_expiry": {
    env: "VEDETTE_MAILER_OTP_EXP",
    field: "mailer_otp_exp",
    type: Type.Integer({ minimum: 60, maximum: 86_400 }),
    default: 3600,
    doc: "Seconds for which codes, links and invitations in mails work.",
    source: "spec 1, Limits",
  },
  "auth.minimum_password_length": {
    env: "VEDETTE_PASSWORD_MIN_LENGTH",
    field: "password_min_length",
    type: Type.Integer({ minimum: 6, maximum: 72 }),
    default: 6,
    doc: "Characters that a new password must have at least.",
  },
  "auth.password.required_characters": {
    env: "VEDETTE_PASSWORD_REQUIRED_CHARACTERS",
    field: "password_required_characters",
    type: Type.String({ maxLength: 1024 }),
    default: "",
    doc: "Sets of characters separated by colons; a new password needs one of each. A colon itself is written \\:.",
  },
  "auth.password_requirements": {
    env: "VEDETTE_PASSWORD_REQUIREMENTS",
    type: Type.Union([
      Type.Literal(""),
      Type.Literal("letters_digits"),
      Type.Literal("lower_upper_letters_digits"),
      Type.Literal("lower_upper_letters_digits_symbols"),
    ]),
    default: "",
    doc: "Kinds of character that a new password needs, by name; auth.password.required_characters wins.",
  },
  "auth.password.refuse_breached": {
    env: "VEDETTE_PASSWORD_HIBP_ENABLED",
    field: "password_hibp_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "New passwords must not be among the commonest of known breaches. The list is built in; nobody else is asked.",
  },
  "auth.email.secure_password_change": {
    env: "VEDETTE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION",
    field: "security_update_password_require_reauthentication",
    type: Type.Boolean(),
    default: false,
    doc: "Changing a password in a session older than 24 hours needs a code that was sent for it.",
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
  "auth.password.hash": {
    env: "VEDETTE_PASSWORD_HASH",
    type: Type.Union([Type.Literal("argon2id"), Type.Literal("bcrypt")]),
    default: "argon2id",
    doc: "How new passwords are hashed: argon2id (19 MiB, 2 passes) or bcrypt (cost 10). These and scrypt are always accepted.",
  },
  "auth.password.require_current": {
    env: "VEDETTE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD",
    type: Type.Boolean(),
    default: false,
    doc: "Changing a password needs the current one, unless the session came from a code or link.",
  },
  "auth.jwt_expiry": {
    env: "VEDETTE_JWT_EXP",
    field: "jwt_exp",
    type: Type.Integer({ minimum: 30, maximum: 604_800 }),
    default: 3600,
    doc: "Seconds for which an access token is valid.",
  },
  "auth.jwt_issuer": {
    env: "VEDETTE_JWT_ISSUER",
    type: Type.String({ maxLength: 2048 }),
    default: "",
    doc: "The iss claim of access tokens. Empty: the external URL.",
  },
  "auth.jwt_audience": {
    env: "VEDETTE_JWT_AUD",
    type: Type.String({ minLength: 1, maxLength: 255 }),
    default: "authenticated",
    doc: "Audience of users when a request names none.",
  },
  "auth.jwt_default_role": {
    env: "VEDETTE_JWT_DEFAULT_GROUP_NAME",
    type: Type.String({ minLength: 1, maxLength: 255 }),
    default: "authenticated",
    doc: "The role of a new user.",
  },
  "auth.jwt_admin_roles": {
    env: "VEDETTE_JWT_ADMIN_ROLES",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 }),
    default: ["service_role", "supabase_admin"],
    doc: "Roles whose access tokens may administer.",
  },
  "auth.jwt_secret": {
    env: "VEDETTE_JWT_SECRET",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "Shared secret of HS256 tokens: verifies tokens without a key id, and signs when it is all there is.",
    secret: true,
  },
  "auth.jwt_key_id": {
    env: "VEDETTE_JWT_KEY_ID",
    type: Type.String({ maxLength: 255 }),
    default: "",
    doc: "Key id (kid) that tokens signed by the shared secret carry. Empty: none.",
  },
  "auth.jwt_keys": {
    env: "VEDETTE_JWT_KEYS",
    alike: { key: "auth.signing_keys_path", read: textOfFile },
    type: Type.String({ maxLength: 65_536 }),
    default: "",
    doc: "JSON array of private JWKs, exactly one with the operation sign. Empty: an ES256 key is made at first start.",
    secret: true,
  },
  "auth.enable_refresh_token_rotation": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED",
    field: "refresh_token_rotation_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "The replay of an old refresh token ends its session.",
  },
  "auth.refresh_token_reuse_interval": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL",
    field: "security_refresh_token_reuse_interval",
    type: Type.Integer({ minimum: 0, maximum: 3600 }),
    default: 10,
    doc: "Seconds after a refresh during which older refresh tokens are answered with the current one.",
  },
  "auth.refresh_token_allow_reuse": {
    env: "VEDETTE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE",
    type: Type.Boolean(),
    default: false,
    doc: "Old refresh tokens are always answered with the current one. Theft then goes unnoticed.",
  },
  "auth.sessions.timebox": {
    env: "VEDETTE_SESSIONS_TIMEBOX",
    field: "sessions_timebox",
    type: Duration,
    default: 0,
    doc: "Longest life of a session; 0 is no limit.",
  },
  "auth.sessions.inactivity_timeout": {
    env: "VEDETTE_SESSIONS_INACTIVITY_TIMEOUT",
    field: "sessions_inactivity_timeout",
    type: Duration,
    default: 0,
    doc: "A session that was not refreshed for so long has ended; 0 is no limit.",
  },
  ...sessionSettings,
  ...limitSettings,
  ...configurationSettings,
  ...cleanupSettings,
  ...auditSettings,
  "auth.browser_session.idle_timeout": {
    env: "VEDETTE_BROWSER_SESSION_IDLE_TIMEOUT",
    type: Duration,
    default: "168h",
    doc: "A sign-in to the web UI that was not used for so long has ended.",
  },
  "auth.browser_session.lifetime": {
    env: "VEDETTE_BROWSER_SESSION_LIFETIME",
    type: Duration,
    default: "720h",
    doc: "Longest life of a sign-in to the web UI.",
  },
  "auth.cors.allowed_headers": {
    env: "VEDETTE_CORS_ALLOWED_HEADERS",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9-]+$" }), { maxItems: 100 }),
    default: [],
    doc: "Further request headers that browsers may send to this service from other sites.",
  },
});

export type IdentitySettings = SettingsOf<typeof identitySettings>;
