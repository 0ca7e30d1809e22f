/** Screens that show a playlist by a key of their own, and those that wait to be let in. */
export const WALLS = `
create table vedette.walls (
  id uuid primary key default gen_random_uuid(),
  key_hash bytea not null unique,
  name text not null,
  playlist text not null,
  status jsonb not null default '{"screens":[]}',
  created_at timestamptz not null default now(),
  created_by text not null,
  seen_at timestamptz,
  expires_at timestamptz not null
);

create table vedette.wall_pairings (
  key_hash bytea primary key,
  code_hash bytea not null unique,
  name text not null,
  playlist text not null,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index wall_pairings_expiry on vedette.wall_pairings (expires_at);

create table vedette.wall_pictures (
  wall_id uuid not null references vedette.walls (id) on delete cascade,
  screen text not null,
  picture bytea not null,
  taken_at timestamptz not null default now(),
  primary key (wall_id, screen)
);

create table vedette.wall_commands (
  id bigint generated always as identity primary key,
  wall_id uuid not null references vedette.walls (id) on delete cascade,
  screen text not null,
  command text not null,
  created_at timestamptz not null default now()
);
create index wall_commands_wall on vedette.wall_commands (wall_id, id);
`;
