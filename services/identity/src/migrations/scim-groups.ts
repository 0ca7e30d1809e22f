/** Groups of a directory and who is in them: only people whom the directory itself has brought. */
export const SCIM_GROUPS = /* sql */ `
create table vedette.scim_groups (
  id uuid not null primary key,
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_groups_display_name_key on vedette.scim_groups (lower(display_name));
create unique index scim_groups_external_id_key on vedette.scim_groups (lower(external_id));
create table vedette.scim_group_members (
  group_id uuid not null references vedette.scim_groups (id) on delete cascade,
  user_id uuid not null references vedette.scim_users (user_id) on delete cascade,
  added_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
create index scim_group_members_user_id_idx on vedette.scim_group_members (user_id);
`;
