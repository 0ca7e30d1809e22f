import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { requireStrongPassword } from "./password-rules.ts";
import { sealHash, storedHash } from "./stored-hash.ts";

export interface PasswordChange {
  readonly user: StoredUser;
  readonly password: string;
  readonly currentPassword: string | undefined;
  /** Whether the session came from a code or link, so that the old password may be forgotten. */
  readonly isRecovering: boolean;
}

/**
 * Judges a new password and hashes it.
 *
 * @throws IdentityError `validation_failed`, `weak_password`, `current_password_required`,
 *   `current_password_invalid`, `same_password`
 */
export async function hashNewPassword(
  identity: Pick<Identity, "passwords" | "settings" | "keyRing">,
  { user, password, currentPassword, isRecovering }: PasswordChange,
): Promise<string> {
  const { passwords, settings } = identity;
  await requireStrongPassword(password, settings);
  const stored = storedHash(identity, user);
  if (stored !== undefined && settings["auth.password.require_current"] && !isRecovering) {
    if (currentPassword === undefined) throw new IdentityError("current_password_required");
    if (!(await passwords.verify(stored, currentPassword))) throw new IdentityError("current_password_invalid");
  }
  if (stored !== undefined && (await passwords.verify(stored, password))) throw new IdentityError("same_password");
  return passwords.hash(password);
}

/** Stores a new password. Every code and link of the user dies, and every session but the given one. */
export async function storePassword(
  identity: Pick<Identity, "keyRing">,
  trx: Kysely<IdentityTables>,
  {
    user,
    passwordHash,
    keptSessionId,
    origin,
  }: {
    user: StoredUser;
    passwordHash: string;
    /** Absent when somebody else sets the password: then all sessions end. */
    keptSessionId: string | undefined;
    origin: RequestOrigin;
  },
): Promise<void> {
  await dropTokens(trx, user.id);
  await trx
    .with("ended", (qc) => {
      const all = qc.deleteFrom("auth.sessions").where("user_id", "=", user.id);
      return (keptSessionId === undefined ? all : all.where("id", "!=", keptSessionId)).returning("id");
    })
    .with("audit", (qc) => insertAuditEntry(qc, { action: "user_updated_password", actor: user, origin }))
    .updateTable("auth.users")
    .set({ encrypted_password: sealHash(identity, user.id, passwordHash), updated_at: sql`now()` })
    .where("id", "=", user.id)
    .execute();
}
