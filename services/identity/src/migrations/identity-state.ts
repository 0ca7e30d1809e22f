/** What the identity service keeps beyond schema `auth`. */
export const IDENTITY_STATE = /* sql */ `
create schema if not exists vedette;

-- Secrets of the service itself, sealed: the pepper of one-time codes.
create table vedette.identity_secrets (
  name text not null primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);

create table vedette.signing_keys (
  kid text not null primary key,
  algorithm text not null,
  status text not null check (status in ('standby', 'in_use', 'previously_used', 'revoked')),
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  created_at timestamptz not null default now(),
  status_changed_at timestamptz not null default now()
);
create unique index signing_keys_in_use on vedette.signing_keys (status) where status = 'in_use';

-- Sign-ins of browsers to the web UI. Each hangs on a session and ends with it.
create table vedette.browser_sessions (
  token_hash bytea not null primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index browser_sessions_session_id_idx on vedette.browser_sessions (session_id);

-- Where a change of address was asked for: that session stays when the change ends all others.
create table vedette.email_changes (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  session_id uuid references auth.sessions (id) on delete set null
);

-- Wrong codes since a token was made; the fifth burns it.
create table vedette.one_time_token_guesses (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  wrong smallint not null,
  primary key (user_id, token_type)
);

-- When mail of a kind last went to an address, known or not; holds hashes so that strangers' addresses are not kept.
create table vedette.mail_intervals (
  address_hash bytea not null,
  kind text not null,
  sent_at timestamptz not null default now(),
  primary key (address_hash, kind)
);
create index mail_intervals_sent_at_idx on vedette.mail_intervals (sent_at);
`;
