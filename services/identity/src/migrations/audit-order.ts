/** The audit log is read from its newest entry, and what is too old is removed from the other end. */
export const AUDIT_ORDER = /* sql */ `
create index if not exists vedette_audit_log_order on auth.audit_log_entries (created_at, id);
`;
