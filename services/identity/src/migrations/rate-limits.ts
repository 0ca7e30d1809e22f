/** Limits that all processes share. Unlogged: after a crash of the store everybody starts afresh, and no request waits for a disk. */
export const RATE_LIMITS = /* sql */ `
create unlogged table vedette.rate_limits (
  key text not null primary key,
  used integer not null,
  full_at timestamptz not null
);
create index rate_limits_full_at_idx on vedette.rate_limits (full_at);
`;
