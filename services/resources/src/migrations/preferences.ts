/** What people chose about their pages, whatever browser they open. */
export const PREFERENCES = `
create table vedette.preferences (
  user_id uuid primary key,
  content jsonb not null,
  changed_at timestamptz not null default now()
);
`;
