/**
 * Where the reference service has been, sessions go on with refresh tokens that are rows, so that it can be started again,
 * until somebody wants the newer form. In a database of our own its list of migrations is empty.
 */
export const ADOPTED_SESSIONS = /* sql */ `
insert into vedette.settings (key, value)
select 'auth.refresh_token_algorithm_version', '1' where exists (select from auth.schema_migrations)
on conflict (key) do nothing;
`;
