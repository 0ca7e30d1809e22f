import type { ToldChange } from "@vedette/identity";
import { type Author, authorOf, type Caller } from "../access/caller.ts";
import type { Store } from "../objects/store.ts";

/** One thing that was done. */
export interface AuditEntry {
  /** What was done, e.g. `dashboards.update`. */
  readonly action: string;
  /** To what, e.g. `dashboards/default/node-exporter`. */
  readonly target: string;
  /** More about it; never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** What was before and is now. */
  readonly changes?: readonly ToldChange[];
}

/** What the audit log says of the personal token that somebody used, if any. */
export function tokenTold({ token }: Pick<Caller, "token">): { readonly byToken?: string } {
  return token === undefined ? {} : { byToken: token };
}

/** What the log keeps of it beside who did it. */
export function detailsOf({ details, changes }: AuditEntry, caller: Pick<Caller, "token">): object {
  const hasChanges = changes !== undefined && changes.length > 0;
  return { ...details, ...tokenTold(caller), ...(hasChanges ? { changes } : {}) };
}

/** Writes the record in the transaction of what it records, so that there is never one without the other. */
export async function recordAudit(
  trx: Store,
  { caller, requestId, address }: Author,
  entry: AuditEntry,
): Promise<void> {
  await trx
    .insertInto("vedette.audit_log")
    .values({
      actor: authorOf(caller),
      actor_login: caller.login,
      action: entry.action,
      target: entry.target,
      details: JSON.stringify(detailsOf(entry, caller)),
      request_id: requestId,
      address,
    })
    .execute();
}
