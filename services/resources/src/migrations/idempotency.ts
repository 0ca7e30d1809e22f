/** Answers to requests that may be sent twice. */
export const IDEMPOTENCY = `
create table vedette.idempotency_keys (
  actor text not null,
  key text not null,
  request_hash bytea not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_created_at on vedette.idempotency_keys (created_at);
`;
