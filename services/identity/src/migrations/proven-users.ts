/**
 * Users who have proved an identifier at least once. The dates in schema `auth` do not record it: unlinking and changes
 * of address reset them. Existing users count as proven when anything shows that they have used their account.
 */
export const PROVEN_USERS = /* sql */ `
create table vedette.proven_users (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  proven_at timestamptz not null default now()
);
insert into vedette.proven_users (user_id)
select u.id from auth.users u
where u.email_confirmed_at is not null
  or u.phone_confirmed_at is not null
  or (
    (u.last_sign_in_at is not null
      or exists (select from auth.sessions s where s.user_id = u.id)
      or exists (select from auth.mfa_factors f where f.user_id = u.id)
      or exists (select from auth.webauthn_credentials c where c.user_id = u.id))
    -- Where unconfirmed addresses can sign in, a session proves nothing about the address.
    and not exists (
      select from auth.identities i
      where i.user_id = u.id and i.provider in ('email', 'phone')
        and coalesce(i.identity_data ->> 'email_verified', i.identity_data ->> 'phone_verified', 'false') <> 'true')
  )
  or exists (
    select from auth.identities i
    where i.user_id = u.id
      and (i.identity_data ->> 'email_verified' = 'true'
        or i.identity_data ->> 'phone_verified' = 'true'
        or (i.provider not in ('email', 'phone') and i.identity_data ->> 'email' is null))
  );
`;
