export type { Database } from "./database.ts";
export { sqlStateOf, violatedConstraint } from "./driver-failure.ts";
export { DATABASE_ERRORS, DatabaseError, type DatabaseErrorCode } from "./errors.ts";
export { type KeyRing, type KeyRingSource, openKeyRing } from "./key-ring.ts";
export { type Migration, migrate } from "./migrate.ts";
export { type DatabaseOptions, openDatabase } from "./open-database.ts";
export { repeatable } from "./repeatable.ts";
export { type SecretPlace, seal, unseal } from "./sealed-secret.ts";
export { type DatabaseSettings, databaseOptions, databaseSettings, keyRingSource } from "./settings.ts";
