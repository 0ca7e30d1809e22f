import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../src/open-database.ts";
import { createPostgresTestDatabase } from "../src/testing/postgres-databases.ts";
import { aFolder } from "./folder.ts";
import { startProgram } from "./program.ts";

/** Kills the program at a random moment of its work, again and again; answers with what it had been promised. */
async function killOftenWhileInserting(place: string, rounds: number): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const program = startProgram("insert", place);
    await program.said(1 + Math.ceil(Math.random() * 200));
    await program.kill();
    const [opened, ...ids] = program.lines;
    if (opened !== "open") throw new Error(`Start ${round + 1} failed: ${opened}`);
    acknowledged.push(...ids);
  }
  return acknowledged;
}

async function missingFrom(place: { dataDir: string } | { url: string }, ids: readonly string[]): Promise<string[]> {
  await using db = await openDatabase(place);
  const { rows } = await db.query("select id from vedette.ledger");
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}

it("a process killed 8 times while it writes loses nothing that it acknowledged (PGlite)", {
  timeout: 300_000,
}, async () => {
  const dataDir = join(aFolder(), "data");

  const acknowledged = await killOftenWhileInserting(dataDir, 8);

  expect(acknowledged.length).toBeGreaterThan(80);
  expect(await missingFrom({ dataDir }, acknowledged)).toEqual([]);
});

it("a process killed 5 times while it writes loses nothing that it acknowledged (PostgreSQL)", {
  timeout: 120_000,
}, async () => {
  const { url, drop } = await createPostgresTestDatabase();
  onTestFinished(drop);

  const acknowledged = await killOftenWhileInserting(url, 5);

  expect(acknowledged.length).toBeGreaterThan(50);
  expect(await missingFrom({ url }, acknowledged)).toEqual([]);
});
