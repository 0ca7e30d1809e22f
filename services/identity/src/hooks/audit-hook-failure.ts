import { NIL_UUID } from "@vedette/database";
import type { Kysely } from "kysely";
import { type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { HOOK_NAMES, type HookKey } from "./hook-names.ts";

/** The service itself, in the audit log. */
const HOOKS: AuditActor = { id: NIL_UUID, email: "hooks" };

export interface HookFailure {
  readonly key: HookKey;
  /** The user of the request, as far as known. */
  readonly userId: string | undefined;
  readonly origin: RequestOrigin;
  readonly error: unknown;
}

/** Records that a request was refused because a hook could not be called or returned an invalid response. */
export async function auditHookFailure(
  db: Kysely<IdentityTables>,
  { key, userId, origin, error }: HookFailure,
): Promise<void> {
  const traits = {
    hook: HOOK_NAMES[key],
    // The message of a database function can hold personal data.
    reason: error instanceof IdentityError ? error.message : "The function of the hook failed.",
    ...(userId === undefined ? {} : { user_id: userId }),
  };
  await insertAuditEntry(db, { action: "hook_failed", actor: HOOKS, origin, traits }).execute();
}
