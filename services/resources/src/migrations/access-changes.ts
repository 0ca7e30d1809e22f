/**
 * Who lost or got access, for streams that were opened before: each change leaves a row in its own transaction and
 * wakes every process. Triggers, because the rows also change by cascades, by SQL and by another server on the same
 * schema. `subject` is a caller, `user:<uuid>`, or `*` where it is not known who is concerned.
 */
export const ACCESS_CHANGES = /* sql */ `
create table vedette.access_changes (
  place bigint generated always as identity primary key,
  subject text not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index access_changes_changed_at on vedette.access_changes (changed_at);

create function vedette.add_access_change(changed text) returns void
language plpgsql security definer set search_path = '' as $add$
begin
  if changed is null then return; end if;
  insert into vedette.access_changes (subject) values (changed);
  perform pg_notify('vedette_access', '');
end
$add$;

-- Arguments: the kind of caller, and the column that has its id.
create function vedette.note_access_change() returns trigger
language plpgsql security definer set search_path = '' as $note$
declare changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  perform vedette.add_access_change(case when tg_nargs = 0 then '*' else tg_argv[0] || ':' || (changed ->> tg_argv[1]) end);
  return null;
end
$note$;

create function vedette.note_browser_change() returns trigger
language plpgsql security definer set search_path = '' as $note$
begin
  perform vedette.add_access_change((select 'user:' || user_id from auth.sessions where id = old.session_id));
  return null;
end
$note$;

create function vedette.note_token_change() returns trigger
language plpgsql security definer set search_path = '' as $note$
begin
  perform vedette.add_access_change(case when old.user_id is not null then 'user:' || old.user_id
    else (select 'service-account:' || uid from vedette.service_accounts where id = old.account_id) end);
  return null;
end
$note$;

create function vedette.note_role_change() returns trigger
language plpgsql security definer set search_path = '' as $note$
declare changed vedette.role_permissions := case tg_op when 'DELETE' then old else new end;
begin
  perform vedette.add_access_change(holder.subject) from (
    select distinct case when subject_kind = 'user' then 'user:' || subject else '*' end as subject
    from vedette.role_assignments where role_uid = changed.role_uid) holder;
  return null;
end
$note$;

create function vedette.note_assignment_change() returns trigger
language plpgsql security definer set search_path = '' as $note$
declare changed vedette.role_assignments := case tg_op when 'DELETE' then old else new end;
begin
  perform vedette.add_access_change(
    case when changed.subject_kind = 'user' then 'user:' || changed.subject else '*' end);
  return null;
end
$note$;

create trigger users_note_access after update on auth.users for each row
  when (row(old.banned_until, old.deleted_at, old.role, old.is_anonymous)
    is distinct from row(new.banned_until, new.deleted_at, new.role, new.is_anonymous))
  execute function vedette.note_access_change('user', 'id');
create trigger users_note_removal after delete on auth.users for each row
  execute function vedette.note_access_change('user', 'id');
-- A new session can end the others of its user.
create trigger sessions_note_access after insert or delete on auth.sessions for each row
  execute function vedette.note_access_change('user', 'user_id');
create trigger sessions_note_change after update on auth.sessions for each row
  when (row(old.aal, old.not_after) is distinct from row(new.aal, new.not_after))
  execute function vedette.note_access_change('user', 'user_id');
create trigger factors_note_access after update on auth.mfa_factors for each row
  when (old.status is distinct from new.status)
  execute function vedette.note_access_change('user', 'user_id');
create trigger browser_sessions_note_removal after delete on vedette.browser_sessions for each row
  execute function vedette.note_browser_change();
create trigger signing_keys_note_access after delete or update on vedette.signing_keys for each statement
  execute function vedette.note_access_change();
create trigger settings_note_access after insert or delete or update on vedette.settings for each statement
  execute function vedette.note_access_change();
create trigger memberships_note_access after insert or delete or update on vedette.memberships for each row
  execute function vedette.note_access_change('user', 'user_id');
create trigger team_members_note_access after insert or delete on vedette.team_members for each row
  execute function vedette.note_access_change('user', 'user_id');
create trigger team_groups_note_access after insert or delete on vedette.team_groups for each statement
  execute function vedette.note_access_change();
create trigger role_assignments_note_access after insert or delete on vedette.role_assignments for each row
  execute function vedette.note_assignment_change();
create trigger role_permissions_note_access after insert or delete on vedette.role_permissions for each row
  execute function vedette.note_role_change();
create trigger service_accounts_note_access after update on vedette.service_accounts for each row
  when (row(old.role, old.is_disabled) is distinct from row(new.role, new.is_disabled))
  execute function vedette.note_access_change('service-account', 'uid');
create trigger service_accounts_note_removal after delete on vedette.service_accounts for each row
  execute function vedette.note_access_change('service-account', 'uid');
create trigger service_tokens_note_removal after delete on vedette.service_tokens for each row
  execute function vedette.note_token_change();
create trigger walls_note_access after update on vedette.walls for each row
  when (row(old.key_hash, old.playlist, old.given_by) is distinct from row(new.key_hash, new.playlist, new.given_by))
  execute function vedette.note_access_change('wall', 'id');
create trigger walls_note_removal after delete on vedette.walls for each row
  execute function vedette.note_access_change('wall', 'id');
-- What a permission on a folder covers changes when folders move; what a wall shows, with its playlist.
create trigger folders_note_access after insert on vedette.object_versions for each row
  when (new.resource in ('folders', 'playlists'))
  execute function vedette.note_access_change();
`;
