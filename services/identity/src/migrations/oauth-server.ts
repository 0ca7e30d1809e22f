/** What the OAuth server keeps beyond schema `auth`. */
export const OAUTH_SERVER = /* sql */ `
-- Of a request for authorisation: what was asked beyond the reference columns, who answered, and what the code gave.
create table vedette.oauth_authorizations (
  id uuid not null primary key references auth.oauth_authorizations (id) on delete cascade,
  -- The client wants people to be asked even where they have agreed before.
  asks_again boolean not null,
  -- The client wants a sign-in no older than this.
  signed_in_since timestamptz,
  -- The session in which somebody agreed.
  consent_session_id uuid references auth.sessions (id) on delete set null,
  signed_in_at timestamptz,
  -- Set by the exchange: a second one ends what the first one gave.
  exchanged_at timestamptz,
  given_session_id uuid
);

-- Of a session of a client: what every one of its tokens says.
create table vedette.oauth_sessions (
  session_id uuid not null primary key references auth.sessions (id) on delete cascade,
  signed_in_at timestamptz not null,
  resource text
);
`;
