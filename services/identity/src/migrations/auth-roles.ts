/**
 * The roles that hooks in the database are granted to and revoked from. They belong to the whole cluster, so they may
 * be there already, and a server that may not make roles goes on without them: its operator then makes them.
 */
export const AUTH_ROLES = /* sql */ `
do $roles$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'vedette_auth_admin'] loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
        execute format('create role %I nologin noinherit', role_name);
      end if;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise notice 'the role % cannot be made by this user', role_name;
    end;
  end loop;
  foreach role_name in array array['vedette_auth_admin', 'supabase_auth_admin'] loop
    begin
      if exists (select from pg_catalog.pg_roles where rolname = role_name)
        and not pg_catalog.pg_has_role(role_name, 'member') then
        execute format('grant %I to current_user', role_name);
      end if;
    exception
      when insufficient_privilege or invalid_grant_operation then
        raise notice 'the role % cannot be granted by this user', role_name;
    end;
  end loop;
end
$roles$;
`;
