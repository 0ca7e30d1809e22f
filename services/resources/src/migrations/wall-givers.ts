/** Who answers for a wall: its key shows no more than they may read. Walls of before belong to whoever let them in. */
export const WALL_GIVERS = `
alter table vedette.walls add column given_by text not null default '';
update vedette.walls set given_by = case
  when created_by in ('secret-key', 'admin-jwt') then 'api-key:' || created_by
  else coalesce((select 'user:' || u.id from auth.users u where u.email = created_by limit 1), '')
end;
`;
