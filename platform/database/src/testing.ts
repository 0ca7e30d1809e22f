/** For tests of whatever stores something: every block runs on both stores, every call has a database of its own. */
export { type OpenTestDatabase, onEachStore } from "./testing/on-each-store.ts";
export { createPostgresTestDatabase } from "./testing/postgres-databases.ts";
export type { StorePreparation } from "./testing/store-preparation.ts";
