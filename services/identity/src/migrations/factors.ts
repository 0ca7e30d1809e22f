/** What second factors need beyond schema `auth`. */
export const FACTORS = /* sql */ `
-- The newest time step that a factor has accepted a code of: no step counts twice.
create table vedette.totp_steps (
  factor_id uuid not null primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);

-- Codes that were tried against a challenge; after the fifth it is gone.
create table vedette.challenge_attempts (
  challenge_id uuid not null primary key references auth.mfa_challenges (id) on delete cascade,
  attempts smallint not null
);

-- The recovery codes of a user: one set, shown as a factor beside those of schema auth.
create table vedette.recovery_code_sets (
  id uuid not null primary key,
  user_id uuid not null unique references auth.users (id) on delete cascade,
  friendly_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table vedette.recovery_codes (
  set_id uuid not null references vedette.recovery_code_sets (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (set_id, code_hash)
);

-- Wrong recovery codes in the current quarter of an hour.
create table vedette.recovery_code_attempts (
  set_id uuid not null primary key references vedette.recovery_code_sets (id) on delete cascade,
  attempts smallint not null,
  began_at timestamptz not null default now()
);
`;
