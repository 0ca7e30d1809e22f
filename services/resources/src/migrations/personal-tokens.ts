/**
 * Tokens of people stand beside those of service accounts. They end with the account, and with the day that somebody is
 * locked out, for good: whoever is let in again makes new ones.
 */
export const PERSONAL_TOKENS = `
alter table vedette.service_tokens
  alter column account_id drop not null,
  add column user_id uuid references auth.users (id) on delete cascade,
  add constraint service_tokens_owner check (num_nonnulls(account_id, user_id) = 1),
  add constraint service_tokens_user_name unique (user_id, name);

create function vedette.end_personal_tokens() returns trigger language plpgsql as $end$
begin
  delete from vedette.service_tokens where user_id = new.id;
  return null;
end
$end$;

create trigger users_end_personal_tokens after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null)
  execute function vedette.end_personal_tokens();
`;
