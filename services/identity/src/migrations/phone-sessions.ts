/** Sessions that a code by text message has opened: a message to the same number is no second factor beside it. */
export const PHONE_SESSIONS = /* sql */ `
create table vedette.phone_sessions (
  session_id uuid not null primary key references auth.sessions (id) on delete cascade,
  phone text not null
);
`;
