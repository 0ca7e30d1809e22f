/** Which refresh tokens of a session are older than the second factor that raised it: they fetch nothing of that level. */
export const RAISED_SESSIONS = /* sql */ `
create table vedette.raised_sessions (
  session_id uuid not null primary key references auth.sessions (id) on delete cascade,
  -- Of the first token since then that is signed with the session's key.
  counter bigint,
  -- Of the first row since then, where tokens are rows.
  token_id bigint
);
`;
