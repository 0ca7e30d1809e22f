/**
 * Each provider that an administrator adds comes back to an address of its own. Those that are there already, also in an
 * installation that is taken over, are registered with the address that all shared and keep it.
 */
export const CALLBACK_OWNERS = /* sql */ `
create table vedette.shared_callbacks (
  provider_id uuid not null primary key references auth.custom_oauth_providers (id) on delete cascade
);
insert into vedette.shared_callbacks select id from auth.custom_oauth_providers;
-- The provider whose own address the browser must come back to; null for the shared one.
alter table vedette.oauth_flows add column callback_owner text;
`;
