/** Settings that were changed while the server ran: JSON, sealed where it is secret. */
export const SETTINGS = /* sql */ `
create table vedette.settings (
  key text not null primary key,
  value text not null,
  updated_at timestamptz not null default now()
);
`;
