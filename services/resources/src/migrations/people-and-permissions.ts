/** Teams' people and groups, roles, service accounts, stars: what hangs on objects and goes with them. */
export const PEOPLE_AND_PERMISSIONS = `
create unique index object_versions_team_title on vedette.object_versions (namespace, title)
  where superseded_by is null and not is_deleted and resource = 'teams';
create index object_versions_folder on vedette.object_versions (namespace, folder, resource)
  where superseded_by is null and not is_deleted;
create index object_versions_internal_id on vedette.object_versions (resource, internal_id)
  where superseded_by is null and not is_deleted;

create table vedette.team_members (
  team_uid uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  primary key (team_uid, user_id)
);
create index team_members_user on vedette.team_members (user_id);

create table vedette.team_groups (
  team_uid uuid not null,
  group_id text collate "C" not null,
  primary key (team_uid, group_id)
);
create index team_groups_group on vedette.team_groups (lower(group_id));

create table vedette.roles (
  uid text collate "C" primary key,
  name text not null unique,
  display_name text not null default '',
  description text not null default '',
  version integer not null default 1,
  is_managed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table vedette.role_permissions (
  role_uid text collate "C" not null references vedette.roles on delete cascade,
  action text not null,
  scope text not null,
  primary key (role_uid, action, scope)
);
create index role_permissions_scope on vedette.role_permissions (scope);

create table vedette.role_assignments (
  subject_kind text not null check (subject_kind in ('user', 'service-account', 'team', 'basic-role')),
  subject text not null,
  role_uid text collate "C" not null references vedette.roles on delete cascade,
  primary key (subject_kind, subject, role_uid)
);
create index role_assignments_role on vedette.role_assignments (role_uid);

create table vedette.service_accounts (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  name text not null,
  login text not null unique,
  role text not null check (role in ('None', 'Viewer', 'Editor', 'Admin')),
  is_disabled boolean not null default false,
  created_at timestamptz not null default now()
);

create table vedette.service_tokens (
  id bigint generated always as identity primary key,
  account_id bigint not null references vedette.service_accounts on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  unique (account_id, name)
);

create table vedette.stars (
  user_id uuid not null,
  object_uid uuid not null,
  starred_at timestamptz not null default now(),
  primary key (user_id, object_uid)
);
create index stars_object on vedette.stars (object_uid);

create function vedette.forget_removed() returns trigger language plpgsql as $forget$
begin
  delete from vedette.role_permissions where scope in
    (new.resource || ':uid:' || new.name, new.resource || ':id:' || new.internal_id);
  delete from vedette.stars where object_uid = new.uid;
  if new.resource = 'teams' then
    delete from vedette.team_members where team_uid = new.uid;
    delete from vedette.team_groups where team_uid = new.uid;
    delete from vedette.role_assignments where subject_kind = 'team' and subject = new.uid::text;
  end if;
  return null;
end
$forget$;

-- Whichever way an object goes, what was granted on it goes in the same transaction.
create trigger object_versions_forget_removed after insert on vedette.object_versions
  for each row when (new.is_deleted) execute function vedette.forget_removed();
`;
