/** Dashboards with the data of one moment, and changes of dashboards that nobody has saved yet. */
export const SNAPSHOTS_AND_DRAFTS = `
create table vedette.snapshots (
  key text primary key,
  name text not null,
  audience text not null check (audience in ('readers', 'everyone', 'public')),
  dashboard_uid uuid,
  content text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  created_login text not null,
  expires_at timestamptz
);
create index snapshots_age on vedette.snapshots (created_at);
create index snapshots_author on vedette.snapshots (created_by);
create index snapshots_expiry on vedette.snapshots (expires_at);

create table vedette.drafts (
  owner text not null,
  dashboard_uid uuid not null,
  content text not null,
  changed_at timestamptz not null default now(),
  primary key (owner, dashboard_uid)
);
create index drafts_age on vedette.drafts (changed_at);
`;
