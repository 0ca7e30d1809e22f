/**
 * A program of its own that opens the store and does what it is told, so that a test can kill it.
 * Arguments: what to do, the data directory or URL. It prints one line for each thing that happened.
 */
import { openDatabase } from "../src/open-database.ts";

const [task = "", place = ""] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const db = await openDatabase(place.startsWith("postgres:") ? { url: place } : { dataDir: place });
  await db.exec("create schema if not exists vedette; create table if not exists vedette.ledger (id text primary key)");
  say("open");
  if (task === "insert") await Promise.all([1, 2, 3].map(insertForEver));
  if (task === "hold") setInterval(() => {}, 60_000);

  async function insertForEver(worker: number): Promise<never> {
    for (let count = 0; ; count += 1) {
      const id = `${process.pid}-${worker}-${count}`;
      await db.query("insert into vedette.ledger values ($1)", [id]);
      say(id);
    }
  }
} catch (error) {
  say(`failed ${JSON.stringify(error)} ${error instanceof Error ? error.message : ""}`);
  process.exitCode = 1;
}
