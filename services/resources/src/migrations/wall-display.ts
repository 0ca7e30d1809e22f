/** What people have a wall show beside its playlist, until they say otherwise. */
export const WALL_DISPLAY = `
alter table vedette.walls
  add column display jsonb not null default '{"message":"","night":null,"pins":{}}';
`;
