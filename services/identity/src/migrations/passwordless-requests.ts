/** Users without a proven identifier for whom someone has requested a passwordless sign-in. */
export const PASSWORDLESS_REQUESTS = /* sql */ `
create table vedette.passwordless_requests (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
`;
