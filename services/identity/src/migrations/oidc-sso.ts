/** Companies whose identity provider speaks OpenID Connect. Their domains stand where those of SAML do. */
export const OIDC_SSO = /* sql */ `
create table vedette.oidc_sso_providers (
  sso_provider_id uuid not null primary key references auth.sso_providers (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Sealed; empty where there is none.
  client_secret text not null,
  scopes text[] not null,
  attribute_mapping jsonb not null
);
`;
