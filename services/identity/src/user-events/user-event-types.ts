import type { UserEventType } from "@vedette/client/hooks";
import type { AuditAction } from "../audit/audit-entry.ts";

/** The entries of the audit log that a hook may be told of. */
const IS_EVENT: { readonly [Type in UserEventType & AuditAction]: true } & Readonly<Record<UserEventType, true>> = {
  user_signedup: true,
  user_invited: true,
  invite_accepted: true,
  user_modified: true,
  user_updated_password: true,
  user_deleted: true,
  login: true,
  logout: true,
  identity_linked: true,
  identity_unlinked: true,
  factor_enrolled: true,
  factor_unenrolled: true,
  factor_deleted: true,
  factor_updated: true,
  passkey_created: true,
  passkey_updated: true,
  passkey_deleted: true,
};

export const USER_EVENT_TYPES: readonly string[] = Object.keys(IS_EVENT);

export function isUserEventType(text: unknown): text is UserEventType {
  return typeof text === "string" && Object.hasOwn(IS_EVENT, text);
}
