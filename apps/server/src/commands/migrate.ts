import { databaseOptions, databaseSettings, migrate, openDatabase } from "@vedette/database";
import { say } from "../console.ts";
import { MIGRATIONS } from "../migrations.ts";
import { readSettings } from "../operator-file.ts";

/** `vedette migrate`: brings the database up to date and ends. */
export async function applyMigrations(): Promise<number> {
  await using db = await openDatabase(databaseOptions(readSettings(process.env).of(databaseSettings)));
  await migrate(db, MIGRATIONS);
  say.out("The database is up to date");
  return 0;
}
