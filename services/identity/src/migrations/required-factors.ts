/** What a required second factor depends on: how a session was started, and since when a user has owed a factor. */
export const REQUIRED_FACTORS = /* sql */ `
create table vedette.session_providers (
  session_id uuid not null primary key references auth.sessions (id) on delete cascade,
  -- email, phone, passkey, github, custom:acme, sso:<uuid> …
  provider text not null
);

create table vedette.required_factors (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  -- Start of the grace period.
  since timestamptz not null default now()
);
`;
