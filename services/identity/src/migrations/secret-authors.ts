/** When the secret of a provider was set, and by whom: all that is ever told of it. */
export const SECRET_AUTHORS = /* sql */ `
create table vedette.secret_authors (
  provider_id uuid primary key,
  set_at timestamptz not null default now(),
  set_by text not null
);
`;
