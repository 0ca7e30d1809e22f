/** Browsers that come back after a long pause, and the change of a session's token while it is used. */
export const REMEMBERED_BROWSERS = `
alter table vedette.browser_sessions
  add column issued_at timestamptz not null default now(),
  add column replaced_at timestamptz;

create table vedette.remembered_browsers (
  token_hash bytea not null primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index remembered_browsers_session_id on vedette.remembered_browsers (session_id);
`;
