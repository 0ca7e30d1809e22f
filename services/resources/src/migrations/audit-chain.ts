/** Records of what was done are chained by their hashes, and none is changed afterwards. */
export const AUDIT_CHAIN = `
alter table vedette.audit_log add column place bigint unique, add column hash bytea;
create index audit_log_unsealed on vedette.audit_log (id) where place is null;

create table vedette.audit_chain (
  id boolean primary key default true check (id),
  place bigint not null default 0,
  hash bytea not null default '',
  first_place bigint not null default 0,
  first_hash bytea not null default ''
);
insert into vedette.audit_chain default values;

create function vedette.keep_audit() returns trigger language plpgsql as $keep$
begin
  if old.place is null and (to_jsonb(new) - 'place' - 'hash') = (to_jsonb(old) - 'place' - 'hash') then
    return new;
  end if;
  raise exception 'the audit log is only added to';
end
$keep$;

create trigger audit_log_keep before update on vedette.audit_log
  for each row execute function vedette.keep_audit();
`;
