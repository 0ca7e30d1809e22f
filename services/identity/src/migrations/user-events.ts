/** What happened to users and is not in the queue of events yet. A statement writes it with the change itself. */
export const USER_EVENTS = /* sql */ `
create table vedette.user_events (
  place bigint generated always as identity primary key,
  id uuid not null,
  type text not null,
  user_id uuid not null,
  actor_id text not null,
  traits text not null,
  ip_address text not null,
  happened_at timestamptz not null default now()
);
`;
