import { describe, onTestFinished, TestRunner } from "vitest";
import type { Database } from "../database.ts";
import type { Migration } from "../migrate.ts";
import { openEmbeddedTestDatabase } from "./embedded-databases.ts";
import { openPostgresTestDatabase } from "./postgres-databases.ts";
import type { StorePreparation } from "./store-preparation.ts";

/**
 * Opens a migrated database that nobody else uses. It is given back when the test has finished; one that is
 * opened in `beforeAll` is closed by whoever opened it.
 */
export type OpenTestDatabase = (migrations?: readonly Migration[], preparation?: StorePreparation) => Promise<Database>;

const STORES = [
  { name: "PGlite", open: openEmbeddedTestDatabase },
  { name: "PostgreSQL", open: openPostgresTestDatabase },
] as const;

/** Describes a behaviour that holds on PGlite and on PostgreSQL alike. */
export function onEachStore(title: string, block: (openTestDatabase: OpenTestDatabase) => void): void {
  describe.each(STORES)(`${title} ($name)`, ({ open }) => {
    block(async (migrations = [], preparation) => {
      const db = await open({ migrations, preparation });
      if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => db.close());
      return db;
    });
  });
}
