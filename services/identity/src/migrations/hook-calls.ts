/** The last calls of each hook: how they went, and nothing of what was asked, which may hold codes. */
export const HOOK_CALLS = /* sql */ `
create table vedette.hook_calls (
  id bigint generated always as identity primary key,
  hook text not null,
  called_at timestamptz not null default now(),
  duration_ms integer not null,
  outcome text not null check (outcome in ('answered', 'refused', 'failed')),
  detail text not null,
  user_id uuid,
  is_trial boolean not null
);
create index hook_calls_hook_idx on vedette.hook_calls (hook, id);
`;
