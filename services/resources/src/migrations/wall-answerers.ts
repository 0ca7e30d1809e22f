/** How people know who answers for a wall, and what the token said of somebody who is no user here. */
export const WALL_ANSWERERS = `
alter table vedette.walls
  add column giver_login text not null default '',
  add column giver_provider text not null default '',
  add column giver_groups jsonb not null default '[]',
  add column given_at timestamptz not null default now();
update vedette.walls w set giver_login = coalesce(
  (select u.email from auth.users u where w.given_by = 'user:' || u.id and u.email <> ''), w.created_by);
`;
