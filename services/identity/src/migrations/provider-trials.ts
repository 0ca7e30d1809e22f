/** Sign-ins with a provider that administrators try out: what came of each step. They make no account and no session. */
export const PROVIDER_TRIALS = /* sql */ `
create table vedette.provider_trials (
  -- Of the flow, which is gone once the browser is back.
  id uuid not null primary key,
  provider text not null,
  -- JSON.
  steps text not null,
  is_finished boolean not null default false,
  created_at timestamptz not null default now()
);
create index provider_trials_created_at_idx on vedette.provider_trials (created_at);
`;
