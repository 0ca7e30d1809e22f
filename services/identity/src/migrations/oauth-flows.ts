/** What a sign-in with a provider needs beyond the reference tables: the nonce, and which browser began it. */
export const OAUTH_FLOWS = /* sql */ `
create table vedette.oauth_flows (
  id uuid not null primary key references auth.flow_state (id) on delete cascade,
  nonce text,
  audience text not null,
  browser_hash bytea,
  provider_url text not null
);
`;
