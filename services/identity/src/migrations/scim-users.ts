/** People whom a directory keeps: its own names for them stand apart from ours, and lead nowhere else. */
export const SCIM_USERS = /* sql */ `
create table vedette.scim_users (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  user_name text not null,
  external_id text,
  is_active boolean not null,
  -- Names in the words of the directory.
  attributes jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_users_user_name_key on vedette.scim_users (lower(user_name));
create unique index scim_users_external_id_key on vedette.scim_users (external_id);
`;
