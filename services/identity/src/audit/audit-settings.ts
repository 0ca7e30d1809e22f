import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** Where security events are kept. */
export const auditSettings = declareSettings({
  "auth.audit_log.disable_postgres": {
    env: "VEDETTE_AUDIT_LOG_DISABLE_POSTGRES",
    field: "audit_log_disable_postgres",
    type: Type.Boolean(),
    default: false,
    doc: "Security events are written to the log alone and not into the database; nobody can then read them in the pages.",
  },
  "auth.audit_log.retention_days": {
    env: "VEDETTE_AUDIT_LOG_RETENTION_DAYS",
    type: Type.Integer({ minimum: 0, maximum: 36_500 }),
    default: 365,
    doc: "Days that the database keeps a security event; what was there when it was taken over counts from that day. 0: for ever.",
  },
});
