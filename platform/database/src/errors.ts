/** Every failure of the store that is not a mistake in one statement. The reference page is made from this table. */
export const DATABASE_ERRORS = {
  data_dir_locked: "Another process uses this data directory. Stop it, or set VEDETTE_DATA_DIR to another directory.",
  data_dir_unwritable:
    "The data directory cannot be written. Change its owner, or set VEDETTE_DATA_DIR to another one.",
  data_dir_exposed: "Other users of this machine can read the data directory, and keys lie in it. Run chmod 700 on it.",
  data_version_unknown: "The data directory was written by another version of the store, which this one cannot read.",
  url_invalid: "VEDETTE_DATABASE_URL cannot be used. It looks like postgres://user:password@host:5432/database.",
  server_unsuitable: "The database server cannot be used: PostgreSQL 14 or later with UTF8 is needed.",
  unavailable: "The store cannot be reached just now. Try again in a moment.",
  out_of_space: "The disk is nearly full, so nothing is written until there is space again.",
  deadline_exceeded: "The store did not finish in time, and the work was given up.",
  migration_changed: "A migration that this database has already applied was changed afterwards.",
  migration_unknown: "The database was migrated by a newer version. Start that version, or restore a backup.",
  key_invalid: "An encryption key is not 32 bytes in base64.",
  key_unknown: "A stored secret was sealed with a key that is not configured.",
  secret_unreadable: "A stored secret cannot be opened: it was changed, or belongs to another row.",
} as const;

export type DatabaseErrorCode = keyof typeof DATABASE_ERRORS;

/** A failure of the store. `code` is stable, `message` is for the operator, `cause` is for the log only. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail ?? DATABASE_ERRORS[code], { cause: options.cause });
    this.name = "DatabaseError";
    this.code = code;
  }
}
