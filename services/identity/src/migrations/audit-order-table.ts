/**
 * The order of the audit log in a schema of our own: the tables of the schema `auth` stay as their other users know
 * them, without an index of ours.
 */
export const AUDIT_ORDER_TABLE = /* sql */ `
create table vedette.audit_order (
  created_at timestamptz not null,
  id uuid not null,
  primary key (created_at, id)
);
insert into vedette.audit_order (created_at, id)
  select coalesce(created_at, 'epoch'), id from auth.audit_log_entries;
drop index if exists auth.vedette_audit_log_order;
`;
