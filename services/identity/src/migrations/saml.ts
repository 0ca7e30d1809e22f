/** What single sign-on keeps beyond schema `auth`. */
export const SAML = /* sql */ `
-- Assertions that were used, by hash; none is taken twice while it could be.
create table vedette.saml_assertions (
  key bytea not null primary key,
  expires_at timestamptz not null
);
create index saml_assertions_expires_at_idx on vedette.saml_assertions (expires_at);

-- How the session at an identity provider and the one here belong together, for signing out of both.
create table vedette.saml_sign_ins (
  id uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  -- Until the code of the flow is exchanged for a session.
  flow_state_id uuid unique,
  session_id uuid unique references auth.sessions (id) on delete cascade,
  name_id text,
  name_id_format text,
  name_qualifier text,
  sp_name_qualifier text,
  session_index text,
  not_after timestamptz,
  created_at timestamptz not null default now()
);
create index saml_sign_ins_name_id_idx on vedette.saml_sign_ins (sso_provider_id, name_id);
create index saml_sign_ins_created_at_idx on vedette.saml_sign_ins (created_at);
`;
