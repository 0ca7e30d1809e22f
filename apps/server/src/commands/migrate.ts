import { databaseOptions, databaseSettings, migrate, openDatabase } from "@vedette/database";
import { say } from "../console.ts";
import { MIGRATIONS } from "../migrations.ts";
import { readSettings } from "../operator-file.ts";
import { CommandError } from "../start-failure.ts";

/** `vedette migrate`: brings the database up to date and ends; `adopt` takes one over first. */
export async function applyMigrations([word, ...args]: readonly string[]): Promise<number> {
  if (word === "adopt") return (await import("./adopt.ts")).adopt(args);
  if (word !== undefined) throw new CommandError(`migrate takes adopt or nothing; not ${word}`);
  await using db = await openDatabase(databaseOptions(readSettings(process.env).of(databaseSettings)));
  await migrate(db, MIGRATIONS);
  say.out("The database is up to date");
  return 0;
}
