import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import type { KeyRingSource } from "./key-ring.ts";
import type { DatabaseOptions } from "./open-database.ts";

const seconds = Type.Integer({ minimum: 1, maximum: 600 });

/** Where everything is kept, the limits of the store, and the keys that seal secrets in it. */
export const databaseSettings = declareSettings({
  "database.data_dir": {
    env: "VEDETTE_DATA_DIR",
    type: Type.String({ minLength: 1, maxLength: 1024 }),
    default: ".vedette",
    doc: "Directory of the embedded store and of keys. Made at first start; only its owner may read it.",
  },
  "database.url": {
    env: "VEDETTE_DATABASE_URL",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "PostgreSQL 14 or later, as postgres://user:password@host:5432/database. Empty: the embedded store. sslmode is verify-full unless the URL says otherwise or the host is this machine.",
    secret: true,
  },
  "database.pool_size": {
    env: "VEDETTE_DATABASE_POOL_SIZE",
    type: Type.Integer({ minimum: 1, maximum: 200 }),
    default: 10,
    doc: "Connections of each process to PostgreSQL.",
  },
  "database.acquire_timeout": {
    env: "VEDETTE_DATABASE_ACQUIRE_TIMEOUT",
    type: seconds,
    default: 2,
    doc: "Seconds: longest wait for a free connection to PostgreSQL; then the answer is 503.",
  },
  "database.statement_timeout": {
    env: "VEDETTE_DATABASE_STATEMENT_TIMEOUT",
    type: seconds,
    default: 10,
    doc: "Seconds: longest time of one statement.",
  },
  "database.transaction_timeout": {
    env: "VEDETTE_DATABASE_TRANSACTION_TIMEOUT",
    type: seconds,
    default: 5,
    doc: "Seconds: longest time of one transaction on the embedded store, whose only connection it keeps.",
  },
  "security.db_encryption.encrypt": {
    env: "VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPT",
    type: Type.Boolean(),
    default: true,
    doc: "Whether secrets in the schema auth are sealed when they are written. Our own tables always are.",
    source: "identity 9",
  },
  "security.db_encryption.encryption_key_id": {
    env: "VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID",
    type: Type.String({ maxLength: 128 }),
    default: "",
    doc: "Name of the key that seals new secrets.",
    source: "identity 9",
  },
  "security.db_encryption.encryption_key": {
    env: "VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY",
    type: Type.String({ maxLength: 128 }),
    default: "",
    doc: "The key itself: 32 bytes in base64. Empty: made at first start and kept in master.key of the data directory.",
    source: "identity 9",
    secret: true,
  },
  "security.db_encryption.decryption_keys": {
    env: "VEDETTE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS",
    type: Type.Array(Type.String({ pattern: "^[^:]+:[A-Za-z0-9+/_=-]+$", maxLength: 256 }), { maxItems: 32 }),
    default: [],
    doc: "Keys that secrets may have been sealed with earlier, as name:key.",
    source: "identity 9",
    secret: true,
  },
});

export type DatabaseSettings = SettingsOf<typeof databaseSettings>;

/** What `openDatabase` takes, from the settings. */
export function databaseOptions(settings: DatabaseSettings): DatabaseOptions {
  const url = settings["database.url"];
  return {
    ...(url === "" ? { dataDir: settings["database.data_dir"] } : { url }),
    poolSize: settings["database.pool_size"],
    acquireTimeoutSeconds: settings["database.acquire_timeout"],
    statementTimeoutSeconds: settings["database.statement_timeout"],
    transactionTimeoutSeconds: settings["database.transaction_timeout"],
  };
}

/** What `openKeyRing` takes, from the settings. */
export function keyRingSource(settings: DatabaseSettings): KeyRingSource {
  return {
    dataDir: settings["database.data_dir"],
    sealsAuth: settings["security.db_encryption.encrypt"],
    encryptionKeyId: settings["security.db_encryption.encryption_key_id"],
    encryptionKey: settings["security.db_encryption.encryption_key"],
    decryptionKeys: settings["security.db_encryption.decryption_keys"],
  };
}
