/**
 * Columns that releases of the reference service from September 2026 on add to a schema `auth`, under the same names: it
 * can still be started on the same database. `expires_at` is written for it; nothing here reads either column.
 */
const LATER_COLUMNS = [
  ["one_time_tokens", "expires_at", "timestamptz"],
  ["one_time_tokens", "link_token_hash", "text"],
] as const;

/** The columns by `table.column`. */
export const LATER_COLUMN_NAMES: readonly string[] = LATER_COLUMNS.map(([table, column]) => `${table}.${column}`);

/**
 * Recovery codes that the reference service has given out move into the tables of our own: a code must be good for one
 * sign-in, not for one in each place. Their hashes stay what they are, argon2id as text.
 */
export const LATER_RELEASES = /* sql */ `
${LATER_COLUMNS.map(
  ([table, column, definition]) => `alter table auth.${table} add column if not exists ${column} ${definition};`,
).join("\n")}

do $codes$
begin
  if to_regclass('auth.mfa_recovery_code_sets') is null then return; end if;
  insert into vedette.recovery_code_sets (id, user_id, friendly_name, created_at)
  select f.id, s.user_id, coalesce(nullif(trim(f.friendly_name), ''), 'Recovery codes'), f.created_at
  from auth.mfa_recovery_code_sets s join auth.mfa_factors f on f.id = s.mfa_factor_id
  on conflict do nothing;
  insert into vedette.recovery_codes (set_id, code_hash, used_at)
  select s.mfa_factor_id, convert_to(c.code_hash, 'UTF8'), c.consumed_at
  from auth.mfa_recovery_codes c join auth.mfa_recovery_code_sets s on s.id = c.mfa_recovery_code_set_id
  where exists (select from vedette.recovery_code_sets where id = s.mfa_factor_id)
  on conflict do nothing;
  delete from auth.mfa_factors where factor_type::text = 'recovery_code';
end
$codes$;
`;
