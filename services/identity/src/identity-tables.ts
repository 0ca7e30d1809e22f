import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, RawBuilder, Selectable } from "kysely";
import type { HookKey, HookOutcome } from "./hooks/hook-names.ts";
import type { OneTimeTokenType } from "./one-time-tokens/code.ts";
import type {
  ChallengeAttemptsTable,
  ChallengesTable,
  FactorsTable,
  RecoveryCodeAttemptsTable,
  RecoveryCodeSetsTable,
  RecoveryCodesTable,
  TotpStepsTable,
  WebAuthnChallengesTable,
  WebAuthnCredentialsTable,
} from "./tables/factor-tables.ts";
import type {
  AuthorizationDetailsTable,
  ClientSessionsTable,
  OAuthAuthorizationsTable,
  OAuthClientsTable,
  OAuthConsentsTable,
} from "./tables/oauth-server-tables.ts";
import type {
  CustomProvidersTable,
  DiscoveryDocumentsTable,
  OAuthClientStatesTable,
  OAuthFlowsTable,
  ProviderTrialsTable,
  SharedCallbacksTable,
} from "./tables/oauth-tables.ts";
import type {
  OidcSsoProvidersTable,
  SamlAssertionsTable,
  SamlBeginningsTable,
  SamlProvidersTable,
  SamlRelayStatesTable,
  SamlSignInsTable,
  ScimGroupMembersTable,
  ScimGroupsTable,
  ScimUsersTable,
  SsoDomainsTable,
  SsoProvidersTable,
} from "./tables/sso-tables.ts";

/** A JSON object as people and providers fill it. */
export type Metadata = Readonly<Record<string, unknown>>;

export type AssuranceLevel = "aal1" | "aal2" | "aal3";

/** A column that is written and then only read. */
export type Fixed<Value> = ColumnType<Value, Value, never>;
export type Json<Value extends object> = JSONColumnType<Value, string, string>;

interface UsersTable {
  instance_id: Fixed<string | null>;
  id: Fixed<string>;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_token: string | null;
  confirmation_sent_at: Date | null;
  recovery_token: string | null;
  recovery_sent_at: Date | null;
  email_change_token_new: string | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Json<Metadata>;
  raw_user_meta_data: Json<Metadata>;
  is_super_admin: boolean | null;
  created_at: Date;
  updated_at: Date;
  phone: string | null;
  phone_confirmed_at: Date | null;
  phone_change: Generated<string | null>;
  phone_change_token: Generated<string | null>;
  phone_change_sent_at: Date | null;
  confirmed_at: ColumnType<Date | null, never, never>;
  email_change_token_current: Generated<string | null>;
  email_change_confirm_status: Generated<number | null>;
  banned_until: Date | null;
  reauthentication_token: Generated<string | null>;
  reauthentication_sent_at: Date | null;
  is_sso_user: Generated<boolean>;
  deleted_at: Date | null;
  is_anonymous: Generated<boolean>;
}

interface IdentitiesTable {
  id: Generated<string>;
  /** The provider's name for the person; for e-mail and phone the user's id. */
  provider_id: string;
  user_id: Fixed<string>;
  identity_data: Json<Metadata>;
  provider: Fixed<string>;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
  email: ColumnType<string | null, never, never>;
}

interface SessionsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  created_at: Date;
  updated_at: Date;
  factor_id: string | null;
  aal: AssuranceLevel | null;
  not_after: Date | null;
  /** Without time zone, in UTC. */
  refreshed_at: Date | null;
  user_agent: string | null;
  ip: string | null;
  tag: string | null;
  oauth_client_id: string | null;
  refresh_token_hmac_key: string | null;
  /** bigint */
  refresh_token_counter: string | null;
  scopes: string | null;
}

interface RefreshTokensTable {
  instance_id: string | null;
  /** bigint */
  id: Generated<string>;
  token: Fixed<string>;
  /** The user's id, as text. */
  user_id: Fixed<string>;
  revoked: boolean;
  created_at: Date;
  updated_at: Date;
  /** The token that this one replaced. */
  parent: string | null;
  session_id: Fixed<string>;
}

interface AuthenticationMethodsTable {
  id: Fixed<string>;
  session_id: Fixed<string>;
  created_at: Date;
  updated_at: Date;
  authentication_method: string;
}

export type FactorType = "totp" | "webauthn" | "phone";

interface OneTimeTokensTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  token_type: OneTimeTokenType;
  token_hash: string;
  relates_to: string;
  /** Without time zone, in UTC. */
  created_at: Date;
  updated_at: Date;
  expires_at: Date | null;
  link_token_hash: string | null;
}

interface FlowStateTable {
  id: Fixed<string>;
  user_id: string | null;
  auth_code: string | null;
  code_challenge_method: "s256" | "plain" | null;
  code_challenge: string | null;
  provider_type: string;
  created_at: Date | null;
  updated_at: Date | null;
  authentication_method: string;
  auth_code_issued_at: Date | null;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  invite_token: string | null;
  /** Where the browser goes in the end. */
  referrer: string | null;
  oauth_client_state_id: string | null;
  linking_target_id: string | null;
}

interface RaisedSessionsTable {
  session_id: string;
  counter: string | null;
  token_id: string | null;
}

interface WalletMessagesTable {
  key: Fixed<Uint8Array>;
  expires_at: Fixed<Date>;
}

interface AuditLogTable {
  instance_id: string | null;
  id: string;
  payload: Json<object>;
  created_at: Date;
  ip_address: string;
}

interface AuditOrderTable {
  created_at: Date;
  id: string;
}

interface IdentitySecretsTable {
  name: Fixed<string>;
  sealed: string;
  created_at: Generated<Date>;
}

interface SigningKeysTable {
  kid: Fixed<string>;
  algorithm: Fixed<string>;
  status: "standby" | "in_use" | "previously_used" | "revoked";
  public_jwk: Json<object>;
  sealed_private_jwk: string;
  created_at: Generated<Date>;
  status_changed_at: Generated<Date>;
}

interface BrowserSessionsTable {
  token_hash: Fixed<Uint8Array>;
  session_id: Fixed<string>;
  /** When the sign-in began; the tokens that follow each other have the same. */
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  issued_at: Generated<Date>;
  replaced_at: Date | null | undefined;
  /** Whether a user signed in with this browser; `false` where an access token was enough. */
  is_interactive: Fixed<boolean>;
}

interface RememberedBrowsersTable {
  token_hash: Fixed<Uint8Array>;
  session_id: Fixed<string>;
  created_at: Generated<Date>;
  is_interactive: Fixed<boolean>;
}

interface SessionProvidersTable {
  session_id: Fixed<string>;
  provider: Fixed<string>;
  /** Of the browser that started the session; `null` for other clients. */
  browser_hash: Fixed<Uint8Array | null>;
  device_checked: Generated<boolean>;
}

interface EmailChangesTable {
  user_id: Fixed<string>;
  session_id: string | null;
}

interface OneTimeTokenGuessesTable {
  user_id: Fixed<string>;
  token_type: Fixed<OneTimeTokenType>;
  wrong: number;
}

interface MailIntervalsTable {
  address_hash: Fixed<Uint8Array>;
  kind: Fixed<string>;
  sent_at: Generated<Date>;
}

interface RateLimitsTable {
  key: Fixed<string>;
  /** Only counted by limiters with a window. */
  used: number;
  full_at: Date;
}

interface HookCallsTable {
  id: GeneratedAlways<string>;
  hook: Fixed<HookKey>;
  called_at: Generated<Date>;
  duration_ms: Fixed<number>;
  outcome: Fixed<HookOutcome>;
  detail: Fixed<string>;
  status: Fixed<number | null>;
  answer: Fixed<string>;
  user_id: Fixed<string | null>;
  is_trial: Fixed<boolean>;
}

interface ThirdPartyKeySetsTable {
  source: Fixed<string>;
  jwks: ColumnType<object[], string, string>;
  read_at: Date;
}

interface SettingsTable {
  key: Fixed<string>;
  /** JSON, sealed where the setting is a secret. */
  value: string;
  updated_at: Generated<Date>;
  /** As people read it; empty where it is not known. */
  updated_by: Generated<string>;
}

interface SecretAuthorsTable {
  provider_id: Fixed<string>;
  set_at: ColumnType<Date, never, RawBuilder<Date>>;
  set_by: string;
}

/** What the identity service reads and writes. */
export interface IdentityTables {
  "auth.users": UsersTable;
  "auth.identities": IdentitiesTable;
  "auth.sessions": SessionsTable;
  "auth.refresh_tokens": RefreshTokensTable;
  "auth.mfa_amr_claims": AuthenticationMethodsTable;
  "auth.mfa_factors": FactorsTable;
  "auth.mfa_challenges": ChallengesTable;
  "auth.webauthn_credentials": WebAuthnCredentialsTable;
  "auth.webauthn_challenges": WebAuthnChallengesTable;
  "auth.one_time_tokens": OneTimeTokensTable;
  "auth.flow_state": FlowStateTable;
  "auth.oauth_client_states": OAuthClientStatesTable;
  "auth.custom_oauth_providers": CustomProvidersTable;
  "auth.audit_log_entries": AuditLogTable;
  "vedette.audit_order": AuditOrderTable;
  "auth.sso_providers": SsoProvidersTable;
  "auth.sso_domains": SsoDomainsTable;
  "auth.saml_providers": SamlProvidersTable;
  "auth.saml_relay_states": SamlRelayStatesTable;
  "vedette.identity_secrets": IdentitySecretsTable;
  "vedette.signing_keys": SigningKeysTable;
  "vedette.browser_sessions": BrowserSessionsTable;
  "vedette.remembered_browsers": RememberedBrowsersTable;
  "vedette.email_changes": EmailChangesTable;
  "vedette.one_time_token_guesses": OneTimeTokenGuessesTable;
  "vedette.mail_intervals": MailIntervalsTable;
  "vedette.totp_steps": TotpStepsTable;
  "vedette.challenge_attempts": ChallengeAttemptsTable;
  "vedette.recovery_code_sets": RecoveryCodeSetsTable;
  "vedette.recovery_codes": RecoveryCodesTable;
  "vedette.recovery_code_attempts": RecoveryCodeAttemptsTable;
  "vedette.oauth_flows": OAuthFlowsTable;
  "vedette.shared_callbacks": SharedCallbacksTable;
  "auth.oauth_clients": OAuthClientsTable;
  "auth.oauth_authorizations": OAuthAuthorizationsTable;
  "auth.oauth_consents": OAuthConsentsTable;
  "vedette.oauth_authorizations": AuthorizationDetailsTable;
  "vedette.oauth_sessions": ClientSessionsTable;
  "vedette.raised_sessions": RaisedSessionsTable;
  "vedette.phone_sessions": { session_id: string; phone: string };
  "vedette.session_providers": SessionProvidersTable;
  "vedette.known_devices": { user_id: Fixed<string>; device: Fixed<Uint8Array>; last_used_at: Generated<Date> };
  "vedette.required_factors": { user_id: Fixed<string>; since: Generated<Date> };
  "vedette.scim_users": ScimUsersTable;
  "vedette.scim_groups": ScimGroupsTable;
  "vedette.scim_group_members": ScimGroupMembersTable;
  "vedette.passwordless_requests": { user_id: Fixed<string>; requested_at: Generated<Date> };
  "vedette.proven_users": { user_id: Fixed<string>; proven_at: Generated<Date> };
  "vedette.user_names": { user_id: Fixed<string>; name: string };
  "vedette.wallet_messages": WalletMessagesTable;
  "vedette.rate_limits": RateLimitsTable;
  "vedette.settings": SettingsTable;
  "vedette.provider_trials": ProviderTrialsTable;
  "vedette.discovery_documents": DiscoveryDocumentsTable;
  "vedette.saml_assertions": SamlAssertionsTable;
  "vedette.saml_beginnings": SamlBeginningsTable;
  "vedette.saml_sign_ins": SamlSignInsTable;
  "vedette.saml_unasked_providers": { sso_provider_id: string };
  "vedette.oidc_sso_providers": OidcSsoProvidersTable;
  "vedette.secret_authors": SecretAuthorsTable;
  "vedette.third_party_key_sets": ThirdPartyKeySetsTable;
  "vedette.hook_calls": HookCallsTable;
}

export type UserRow = Selectable<UsersTable>;
export type CustomProviderRow = Selectable<CustomProvidersTable>;
