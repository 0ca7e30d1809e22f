export type { Database } from "./database.ts";
export { sqlStateOf, violatedConstraint } from "./driver-failure.ts";
export { DATABASE_ERRORS, DatabaseError, type DatabaseErrorCode } from "./errors.ts";
export { type Migration, migrate } from "./migrate.ts";
export { type DatabaseOptions, openDatabase } from "./open-database.ts";
