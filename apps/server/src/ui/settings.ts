import { declareSettings, type SettingDeclaration, type SettingsOf } from "@vedette/settings";
import { type TString, Type } from "typebox";

/** A span of time as Go writes it: `0s`, `500ms`, `1m30s`, `8h`. */
const DURATION = "^(0|(\\d+(\\.\\d+)?(ns|us|µs|ms|s|m|h))+)$";
const DURATION_WORDS = "a duration such as 0s, 500ms, 1m30s or 8h";

const text = (maxLength = 2048) => Type.String({ maxLength });
/** Characters of certificates: a list of all authorities that systems trust has some hundred thousand. */
const MAX_PEM = 1024 * 1024;
const list = () => Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 256 });

/** A path or the content of a PEM file that belongs to the connection to the API. */
function tls(env: `VEDETTE_TLS_${string}`, doc: string, maxLength = 2048): SettingDeclaration<TString> {
  return { env, type: text(maxLength), default: "", doc, source: "spec 3, Authentication" };
}

/** One word that hides a kind of action, or another part of the pages. */
function flag(env: `VEDETTE_${string}`, doc: string) {
  return { env, type: Type.Boolean(), default: false, doc } as const;
}

/**
 * The UI server: what its pages show and allow, where its API is, who signs in. The settings of signing in take any
 * text here: they have a meaning, and are checked, only where `ui.auth.enabled` is true.
 *
 * @see spec 3, Authentication
 */
export const uiSettings = declareSettings({
  vedetteGrpcAddress: {
    env: "VEDETTE_ADDRESS",
    type: Type.String({ maxLength: 2048, pattern: "^((https?://)?[^\\s/?#@]+)?$" }),
    allowed: "host:port, or http(s)://host[:port]",
    default: "",
    doc: "Where the API is that `vedette ui` serves pages for: host:port or http(s)://host[:port]. `vedette start` has its own.",
    source: "spec 3, Authentication",
  },
  "ui.enabled": {
    env: "VEDETTE_UI_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "Whether the browser UI is served; the APIs remain either way.",
    source: "spec 3, Authentication",
  },
  "ui.public_path": {
    env: "VEDETTE_UI_PUBLIC_PATH",
    type: Type.String({
      maxLength: 256,
      pattern: "^/?([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*([A-Za-z0-9_~-][A-Za-z0-9._~-]*)?$",
    }),
    allowed: "a path such as /watch, of letters, digits and . _ ~ -",
    default: "",
    doc: "Path under which pages and APIs are served, e.g. /watch. Empty: at the root.",
    source: "spec 3, Authentication",
  },
  "ui.cloud_ui": {
    ...flag("VEDETTE_CLOUD_UI", "The look of a hosted installation: its own mark, and no word of the version."),
    source: "spec 3, Authentication",
  },
  "ui.instance_name": {
    env: "VEDETTE_INSTANCE_NAME",
    type: Type.String({ minLength: 1, maxLength: 64 }),
    default: "Vedette",
    doc: "What this installation is called: the sign-in page and the page of the system say it.",
  },
  "ui.banner_text": {
    env: "VEDETTE_BANNER_TEXT",
    type: text(200),
    default: "",
    doc: "One line that every page shows everybody who is signed in, such as when the next maintenance is; empty for none.",
  },
  "ui.default_namespace": {
    env: "VEDETTE_DEFAULT_NAMESPACE",
    type: Type.String({ minLength: 1, maxLength: 253 }),
    default: "default",
    doc: "Namespace that the workers page opens first.",
    source: "spec 3, Authentication",
  },
  "ui.feedback_url": {
    env: "VEDETTE_FEEDBACK_URL",
    type: Type.String({ maxLength: 2048, pattern: "^https?://[^\\s]+$" }),
    allowed: "an http or https address",
    default: "https://vedette.app/issues",
    doc: "Where the feedback button leads; the project's issues where nothing else is said.",
    source: "spec 3, Authentication",
  },
  "ui.config_refresh_interval": {
    env: "VEDETTE_CONFIG_REFRESH_INTERVAL",
    type: Type.String({ maxLength: 64, pattern: DURATION }),
    allowed: DURATION_WORDS,
    default: "0s",
    doc: "How often the settings of the UI are read again from the file; 0s never.",
    source: "spec 3, Authentication",
  },
  "ui.show_vedette_system_namespace": {
    ...flag("VEDETTE_SHOW_VEDETTE_SYSTEM_NAMESPACE", "Whether the workers page lists namespaces of the system itself."),
    source: "spec 3, Authentication",
  },
  "ui.disable_write_actions": {
    ...flag(
      "VEDETTE_DISABLE_WRITE_ACTIONS",
      "Read-only: /api and /apis refuse every change with 405, and pages hide it.",
    ),
    source: "spec 3, Authentication",
  },
  "ui.hide_logs": {
    ...flag("VEDETTE_HIDE_LOGS", "No line per request and none at the start; what fails is written to standard error."),
    source: "spec 3, Authentication",
  },
  "ui.disable_news_fetch": {
    ...flag("VEDETTE_DISABLE_NEWS_FETCH", "Pages ask nothing of other servers."),
    source: "spec 3, Authentication",
  },
  "ui.openapi_enabled": {
    env: "VEDETTE_OPENAPI_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "Whether /openapi/ and /openapi/v1.json describe the API.",
    source: "spec 3, Authentication",
  },
  "ui.cors_unsafe_allow_all_origins": flag(
    "VEDETTE_CORS_UNSAFE_ALLOW_ALL_ORIGINS",
    "Whether pages of every origin may call the API, beside those of server.cors.allowed_origins. Refused where people sign in through a provider.",
  ),
  "ui.csrf_cookie_insecure": flag(
    "VEDETTE_CSRF_COOKIE_INSECURE",
    "Whether the cookie against foreign pages goes without Secure although the public address is https.",
  ),
  "ui.forward_headers": {
    env: "VEDETTE_FORWARD_HEADERS",
    type: list(),
    default: [],
    doc: "Headers of requests that `vedette ui` hands on to the API besides its own list.",
    source: "spec 3, Authentication",
  },
  "ui.tls.ca": tls(
    "VEDETTE_TLS_CA",
    "PEM file, or an https address of one, of the authorities that the API's certificate is checked against.",
  ),
  "ui.tls.ca_data": tls(
    "VEDETTE_TLS_CA_DATA",
    "The authorities themselves, PEM or base64 of it, in place of the file.",
    MAX_PEM,
  ),
  "ui.tls.cert": tls("VEDETTE_TLS_CERT", "PEM file of the certificate that `vedette ui` shows the API."),
  "ui.tls.cert_data": tls(
    "VEDETTE_TLS_CERT_DATA",
    "The certificate itself, PEM or base64 of it, in place of the file.",
    MAX_PEM,
  ),
  "ui.tls.key": tls("VEDETTE_TLS_KEY", "PEM file of the certificate's key."),
  "ui.tls.key_data": {
    env: "VEDETTE_TLS_KEY_DATA",
    type: text(MAX_PEM),
    default: "",
    doc: "The key itself, PEM or base64 of it, in place of the file.",
    source: "spec 3, Authentication",
    secret: true,
  },
  "ui.tls.server_name": tls(
    "VEDETTE_TLS_SERVER_NAME",
    "Name that the API's certificate must carry. Empty: the host of the address.",
  ),
  "ui.tls.enable_host_verification": {
    env: "VEDETTE_TLS_ENABLE_HOST_VERIFICATION",
    type: Type.Boolean(),
    default: true,
    doc: "Whether the API's certificate is checked at all; false is said at every start.",
  },
  "ui.codec.endpoint": {
    env: "VEDETTE_CODEC_ENDPOINT",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s]+)?$" }),
    allowed: "an http or https address",
    default: "",
    doc: "Address of the codec server; with it the workers page reads payloads.",
  },
  "ui.codec.include_credentials": {
    ...flag("VEDETTE_CODEC_INCLUDE_CREDENTIALS", "Whether pages send cookies along to the codec server."),
    source: "spec 3, Authentication",
  },
  "ui.codec.pass_access_token": flag(
    "VEDETTE_CODEC_PASS_ACCESS_TOKEN",
    "Whether pages send the access token to a codec server over https.",
  ),
  "ui.codec.default_error_message": {
    env: "VEDETTE_CODEC_DEFAULT_ERROR_MESSAGE",
    type: text(),
    default: "",
    doc: "What pages say when the codec server fails.",
  },
  "ui.codec.default_error_link": {
    env: "VEDETTE_CODEC_DEFAULT_ERROR_LINK",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s]+)?$" }),
    allowed: "an http or https address",
    default: "",
    doc: "Where that message leads.",
  },
  "ui.nav_collapsed_by_default": flag(
    "VEDETTE_NAV_COLLAPSED_BY_DEFAULT",
    "Whether the rail shows icons only, however wide the window is, until somebody chooses.",
  ),
  "ui.workflow_terminate_disabled": flag(
    "VEDETTE_WORKFLOW_TERMINATE_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to terminate workflows. Pages of Vedette never do.",
  ),
  "ui.workflow_cancel_disabled": flag(
    "VEDETTE_WORKFLOW_CANCEL_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to cancel workflows. Pages of Vedette never do.",
  ),
  "ui.workflow_signal_disabled": flag(
    "VEDETTE_WORKFLOW_SIGNAL_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to signal workflows. Pages of Vedette never do.",
  ),
  "ui.workflow_update_disabled": flag(
    "VEDETTE_WORKFLOW_UPDATE_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to update workflows. Pages of Vedette never do.",
  ),
  "ui.workflow_reset_disabled": flag(
    "VEDETTE_WORKFLOW_RESET_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to reset workflows. Pages of Vedette never do.",
  ),
  "ui.workflow_pause_disabled": flag(
    "VEDETTE_WORKFLOW_PAUSE_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to pause workflows. Pages of Vedette never do.",
  ),
  "ui.batch_actions_disabled": flag(
    "VEDETTE_BATCH_ACTIONS_DISABLED",
    "For programs that read /api/v1/settings: offer no actions on many workflows. Pages of Vedette never do.",
  ),
  "ui.start_workflow_disabled": flag(
    "VEDETTE_START_WORKFLOW_DISABLED",
    "For programs that read /api/v1/settings: offer nobody to start workflows. Pages of Vedette never do.",
  ),
  "ui.hide_workflow_query_errors": flag(
    "VEDETTE_HIDE_WORKFLOW_QUERY_ERRORS",
    "For programs that read /api/v1/settings: hide errors of workflow queries. Pages of Vedette make none.",
  ),
  "ui.refresh_workflow_counts_disabled": flag(
    "VEDETTE_REFRESH_WORKFLOW_COUNTS_DISABLED",
    "The workers page asks once, and not again by itself.",
  ),
  "ui.activity_commands_disabled": flag(
    "VEDETTE_ACTIVITY_COMMANDS_DISABLED",
    "For programs that read /api/v1/settings: offer no commands on activities. Pages of Vedette never do.",
  ),
  "ui.auth.enabled": {
    ...flag(
      "VEDETTE_AUTH_ENABLED",
      "Whether people sign in through an OpenID provider. The other settings of ui.auth count only then.",
    ),
    source: "spec 3, Authentication",
  },
  "ui.auth.type": {
    env: "VEDETTE_AUTH_TYPE",
    type: text(64),
    default: "oidc",
    doc: "Kind of provider: oidc.",
    source: "spec 3, Authentication",
  },
  "ui.auth.provider_url": {
    env: "VEDETTE_AUTH_PROVIDER_URL",
    type: text(),
    default: "",
    doc: "Where the provider describes itself; /.well-known/openid-configuration is added.",
    source: "spec 3, Authentication",
  },
  "ui.auth.issuer_url": {
    env: "VEDETTE_AUTH_ISSUER_URL",
    type: text(),
    default: "",
    doc: "Issuer that the provider must name, where it is not its address.",
    source: "spec 3, Authentication",
  },
  "ui.auth.client_id": {
    env: "VEDETTE_AUTH_CLIENT_ID",
    type: text(),
    default: "",
    doc: "What the provider knows this server as.",
    source: "spec 3, Authentication",
  },
  "ui.auth.client_secret": {
    env: "VEDETTE_AUTH_CLIENT_SECRET",
    type: text(8192),
    default: "",
    doc: "Secret of the client. Empty: a public client, protected by PKCE.",
    source: "spec 3, Authentication",
    secret: true,
  },
  "ui.auth.callback_url": {
    env: "VEDETTE_AUTH_CALLBACK_URL",
    type: text(),
    default: "",
    doc: "Address of this server's /auth/sso/callback, as browsers reach it.",
    source: "spec 3, Authentication",
  },
  "ui.auth.scopes": {
    env: "VEDETTE_AUTH_SCOPES",
    type: list(),
    default: ["openid", "profile", "email"],
    doc: "Scopes that are asked for; add offline_access for a refresh token.",
    source: "spec 3, Authentication",
  },
  "ui.auth.label": {
    env: "VEDETTE_AUTH_LABEL",
    type: text(64),
    default: "sso",
    doc: "Text of the button that leads to the provider.",
  },
  "ui.auth.redirect_to_provider": flag(
    "VEDETTE_AUTH_REDIRECT_TO_PROVIDER",
    "Whether pages go to the provider without showing the sign-in page.",
  ),
  "ui.auth.use_id_token_as_bearer": flag(
    "VEDETTE_AUTH_USE_ID_TOKEN_AS_BEARER",
    "Whether the API gets the ID token in place of the access token.",
  ),
  "ui.auth.max_session_duration": {
    env: "VEDETTE_AUTH_MAX_SESSION_DURATION",
    type: text(64),
    default: "0s",
    doc: `Time after which people must sign in anew, as ${DURATION_WORDS}. 0s: none.`,
  },
  "ui.auth.allowed_groups": {
    env: "VEDETTE_AUTH_ALLOWED_GROUPS",
    type: list(),
    default: [],
    doc: "Groups of which one is needed to sign in. Empty: everybody whom the provider knows.",
  },
  "ui.auth.groups_claim": {
    env: "VEDETTE_AUTH_GROUPS_CLAIM",
    type: text(128),
    default: "groups",
    doc: "Claim that holds the groups.",
  },
  "ui.auth.response_mode": {
    env: "VEDETTE_AUTH_RESPONSE_MODE",
    type: text(32),
    default: "query",
    doc: "How the provider sends people back: query or form_post.",
  },
  "ui.auth.signing_algorithms": {
    env: "VEDETTE_AUTH_SIGNING_ALGORITHMS",
    type: list(),
    default: [],
    doc: "Algorithms that ID tokens may be signed with. Empty: those that the provider lists.",
  },
  "ui.auth.options": {
    env: "VEDETTE_AUTH_OPTIONS",
    type: Type.Record(Type.String(), Type.String({ maxLength: 2048 })),
    default: {},
    doc: "Further parameters of the authorization request by name, e.g. audience.",
    secret: true,
  },
});

export type UiSettings = SettingsOf<typeof uiSettings>;

/** Says what is wrong with one key, by the name under which the operator wrote it. */
export type Complain = (key: keyof UiSettings, reason: string) => void;
