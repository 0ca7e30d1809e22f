/** Which browser a SAML sign-in belongs to, and who may begin one unasked. */
export const SAML_BROWSERS = /* sql */ `
create table vedette.saml_beginnings (
  id uuid not null primary key references auth.saml_relay_states (id) on delete cascade,
  -- Until a browser comes.
  browser_hash bytea,
  sign_on_url text not null
);

-- Identity providers whose answers are taken although nobody asked.
create table vedette.saml_unasked_providers (
  sso_provider_id uuid not null primary key references auth.sso_providers (id) on delete cascade
);
insert into vedette.saml_unasked_providers select id from auth.sso_providers;
`;
