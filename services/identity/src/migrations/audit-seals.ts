/** What holds the entries of the audit log together from here on: a hash over some of them and over the one before. */
export const AUDIT_SEALS = /* sql */ `
create table vedette.audit_seals (
  place bigint not null primary key,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_id uuid not null,
  entries integer not null,
  hash bytea not null
);
insert into vedette.audit_seals (place, first_at, last_at, last_id, entries, hash)
  values (0, now(), now(), '00000000-0000-0000-0000-000000000000', 0, '');
`;
