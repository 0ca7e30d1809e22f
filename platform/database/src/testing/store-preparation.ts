import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import { type Migration, migrate } from "../migrate.ts";

/** What a library makes in a new store by itself, done before a store is lent for the first time. */
export interface StorePreparation {
  /** Two of one name make the same. */
  readonly name: string;
  readonly run: (db: Database) => Promise<void>;
}

/** What a lent store has at the beginning. */
export interface StoreContents {
  readonly migrations: readonly Migration[];
  readonly preparation: StorePreparation | undefined;
}

/** Stores of the same key begin the same. */
export function keyOf({ migrations, preparation }: StoreContents): string {
  const text = JSON.stringify([migrations, preparation?.name]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

export async function fill(db: Database, { migrations, preparation }: StoreContents): Promise<void> {
  await migrate(db, migrations);
  await preparation?.run(db);
}
