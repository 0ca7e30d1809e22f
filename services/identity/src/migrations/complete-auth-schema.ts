/**
 * What a schema `auth` that the reference service made some releases ago still lacks. Nothing is dropped and nothing
 * that is there is changed: these are the columns that its own later releases add under the same names, so it can still
 * be started on the same database. Tables that are missing altogether are made by the next migration, and none of this
 * does anything in a database of our own.
 */
const ADDED_COLUMNS = [
  ["users", "is_anonymous", "boolean not null default false"],
  ["sessions", "oauth_client_id", "uuid"],
  ["sessions", "refresh_token_hmac_key", "text"],
  ["sessions", "refresh_token_counter", "bigint"],
  ["sessions", "scopes", "text check (char_length(scopes) <= 4096)"],
  ["mfa_factors", "phone", "text"],
  ["mfa_factors", "last_challenged_at", "timestamptz unique"],
  ["mfa_factors", "web_authn_credential", "jsonb"],
  ["mfa_factors", "web_authn_aaguid", "uuid"],
  ["mfa_factors", "last_webauthn_challenge_data", "jsonb"],
  ["mfa_challenges", "otp_code", "text"],
  ["mfa_challenges", "web_authn_session_data", "jsonb"],
  ["flow_state", "auth_code_issued_at", "timestamptz"],
  ["flow_state", "invite_token", "text"],
  ["flow_state", "referrer", "text"],
  ["flow_state", "oauth_client_state_id", "uuid"],
  ["flow_state", "linking_target_id", "uuid"],
  ["flow_state", "email_optional", "boolean not null default false"],
  ["sso_providers", "disabled", "boolean"],
  ["saml_providers", "name_id_format", "text"],
  ["oauth_clients", "client_type", "auth.oauth_client_type not null default 'confidential'"],
  ["oauth_clients", "token_endpoint_auth_method", "text not null default 'client_secret_basic'"],
  ["oauth_authorizations", "nonce", "text"],
  ["custom_oauth_providers", "custom_claims_allowlist", "text[] not null default '{}'"],
] as const;

/** The columns by `table.column`. */
export const ADDED_COLUMN_NAMES: ReadonlySet<string> = new Set(
  ADDED_COLUMNS.map(([table, column]) => `${table}.${column}`),
);

export const COMPLETE_AUTH_SCHEMA = /* sql */ `
do $types$
begin
  if to_regclass('auth.oauth_clients') is not null and to_regtype('auth.oauth_client_type') is null then
    create type auth.oauth_client_type as enum ('public', 'confidential');
  end if;
  if to_regtype('auth.factor_type') is not null and not exists (
    select from pg_catalog.pg_enum where enumtypid = to_regtype('auth.factor_type') and enumlabel = 'phone'
  ) then
    alter type auth.factor_type add value 'phone';
  end if;
end
$types$;

do $columns$
begin
${ADDED_COLUMNS.map(
  ([table, column, definition]) => `  if to_regclass('auth.${table}') is not null and not exists (
    select from pg_catalog.pg_attribute
    where attrelid = to_regclass('auth.${table}') and attname = '${column}' and not attisdropped
  ) then
    alter table auth.${table} add column ${column} ${definition};
  end if;`,
).join("\n")}
end
$columns$;
`;
