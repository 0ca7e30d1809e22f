import { randomUUID } from "node:crypto";
import { NIL_UUID } from "@vedette/database";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";

/** What the audit log calls things, by the part of the log they stand in. */
export const LOG_TYPE_BY_ACTION = {
  login: "account",
  logout: "account",
  invite_accepted: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  users_exported: "team",
  user_modified: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  user_updated_password: "user",
  token_revoked: "token",
  token_refreshed: "token",
  factor_in_progress: "factor",
  factor_enrolled: "factor",
  factor_unenrolled: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  factor_deleted: "factor",
  factor_updated: "factor",
  identity_linked: "user",
  identity_unlinked: "user",
  passkey_created: "factor",
  passkey_updated: "factor",
  passkey_deleted: "factor",
  hook_failed: "settings",
  setting_changed: "settings",
  oauth_provider_created: "settings",
  oauth_provider_updated: "settings",
  oauth_provider_deleted: "settings",
  signing_key_created: "settings",
  signing_key_updated: "settings",
  signing_key_deleted: "settings",
  sso_provider_created: "settings",
  sso_provider_updated: "settings",
  sso_provider_deleted: "settings",
  oauth_client_created: "settings",
  oauth_client_updated: "settings",
  oauth_client_deleted: "settings",
  oauth_client_secret_regenerated: "settings",
  scim_group_created: "team",
  scim_group_updated: "team",
  scim_group_deleted: "team",
  oauth_consent_granted: "account",
  oauth_consent_denied: "account",
  oauth_consent_revoked: "account",
} as const;

export type AuditAction = keyof typeof LOG_TYPE_BY_ACTION;

/** Who acts: a user, or for administration by key nobody in particular. */
export interface AuditActor {
  readonly id: string;
  readonly email: string | null;
  readonly phone?: string | null;
  readonly is_sso_user?: boolean;
}

/** Administration by secret key or administrator's token. */
export const ADMINISTRATOR: AuditActor = { id: NIL_UUID, email: "service_role" };

export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  readonly origin: RequestOrigin;
  /** What it was done to, e.g. `{ provider: "email" }`. Never a secret. */
  readonly traits?: Readonly<Record<string, unknown>>;
}

/** Somebody who does something with their own account, or an administrator who does it in their place. */
export function actingFor(
  user: AuditActor,
  administrator: AuditActor | undefined,
): Pick<AuditEntry, "actor" | "traits"> {
  return administrator === undefined ? { actor: user } : { actor: administrator, traits: { user_id: user.id } };
}

/** Records an entry in the transaction of the change it is about. */
export function insertAuditEntry(db: QueryCreator<IdentityTables>, entry: AuditEntry) {
  const { id, payload, ipAddress } = auditRow(entry);
  return db.insertInto("auth.audit_log_entries").values({
    instance_id: NIL_UUID,
    id,
    payload,
    created_at: sql`now()`,
    ip_address: ipAddress,
  });
}

/**
 * Records an entry in the statement of the change it is about, and only if that changed something.
 *
 * @param change - the name of the part of the statement that returns a row when there was a change
 */
export function insertAuditEntryIf(change: string, entry: AuditEntry): RawBuilder<{ id: string }> {
  return auditPart(change, auditRow(entry));
}

/** The same for a row whose values are expressions. */
export function auditPart(
  change: string,
  { instanceId, id, payload, ipAddress }: Readonly<Record<keyof AuditRow, unknown>>,
): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`(insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select ${instanceId}::uuid, ${id}::uuid, ${payload}::json, now(), ${ipAddress} from ${sql.table(change)} limit 1
    returning id)`;
}

/** An entry as it is stored. */
export interface AuditRow {
  readonly instanceId: string;
  readonly id: string;
  /** JSON. */
  readonly payload: string;
  readonly ipAddress: string;
}

export function auditRow({ action, actor, origin, traits }: AuditEntry): AuditRow {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email || actor.phone || "",
    actor_via_sso: actor.is_sso_user ?? false,
    log_type: LOG_TYPE_BY_ACTION[action],
    ...(origin.requestId === undefined ? {} : { request_id: origin.requestId }),
    ...(traits === undefined ? {} : { traits }),
  };
  const ipAddress = origin.ipAddress.slice(0, 64);
  return { instanceId: NIL_UUID, id: randomUUID(), payload: wellFormedJson(payload), ipAddress };
}

/** One entry with half of a character, and no search of the log could be answered: stores cannot read such JSON. */
function wellFormedJson(value: object): string {
  return JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\ufffd");
}
