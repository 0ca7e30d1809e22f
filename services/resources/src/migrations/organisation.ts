/** Who belongs to the organisation, how it is set up, and what was done in it. */
export const ORGANISATION = `
create table vedette.installation (
  id boolean primary key default true check (id),
  token_key bytea not null
);

create table vedette.seeds (
  name text primary key,
  seeded_at timestamptz not null default now()
);

create table vedette.memberships (
  organisation integer not null default 1,
  user_id uuid not null,
  role text not null check (role in ('None', 'Viewer', 'Editor', 'Admin')),
  created_at timestamptz not null default now(),
  primary key (organisation, user_id)
);
create index memberships_admins on vedette.memberships (organisation) where role = 'Admin';

create table vedette.setup_links (
  code_hash bytea primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table vedette.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  actor_login text not null,
  action text not null,
  target text not null,
  details jsonb not null,
  request_id text not null,
  address text not null
);
create index audit_log_at on vedette.audit_log (at);
create index audit_log_target on vedette.audit_log (target, id);
`;
