/** Devices that users have signed in on, and the sessions whose device was not looked at yet. */
export const KNOWN_DEVICES = /* sql */ `
create table vedette.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of user, program and network.
  device bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device)
);

alter table vedette.session_providers add column device_checked boolean not null default false;
create index session_providers_unchecked on vedette.session_providers (session_id) where not device_checked;
`;
