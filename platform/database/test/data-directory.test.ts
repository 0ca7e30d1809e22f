import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type DatabaseOptions, openDatabase } from "../src/open-database.ts";
import { aFolder } from "./folder.ts";
import { startProgram } from "./program.ts";

/** Starting a store takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

async function open(options: DatabaseOptions) {
  const db = await openDatabase(options);
  onTestFinished(() => db.close());
  return db;
}

describe("the data directory", () => {
  it("is made for its owner alone, and keeps the store for the next start", async () => {
    const dataDir = join(aFolder(), "deep", "data");
    const first = await open({ dataDir });
    await first.exec("create schema vedette; create table vedette.t as select 42 as answer");
    await first.close();

    const second = await open({ dataDir });

    expect((await second.query("select answer from vedette.t")).rows).toEqual([{ answer: 42 }]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir).sort()).toEqual(["lock", "postgres"]);
  });

  it("that a living process uses is refused by name, and free again at once when that process is killed", async () => {
    const dataDir = join(aFolder(), "data");
    const holder = startProgram("hold", dataDir);
    await holder.said(1);

    const late = startProgram("hold", dataDir);

    expect(await late.ended).toBe(1);
    expect(late.lines).toEqual([expect.stringMatching(/^failed .*data_dir_locked/)]);
    expect(late.lines[0]).toContain(`the data directory ${dataDir}. Stop it, or set VEDETTE_DATA_DIR`);

    await holder.kill();
    await expect(open({ dataDir })).resolves.toMatchObject({ kind: "pglite" });
  });

  it("that this process uses already is refused too", async () => {
    const dataDir = join(aFolder(), "data");
    const db = await open({ dataDir });

    await expect(openDatabase({ dataDir })).rejects.toMatchObject({ code: "data_dir_locked" });
    await db.close();
    await expect(open({ dataDir })).resolves.toMatchObject({ kind: "pglite" });
  });

  it("that cannot be made is refused by name, and nothing is left behind", async () => {
    const folder = aFolder();
    writeFileSync(join(folder, "file"), "");

    const opening = openDatabase({ dataDir: join(folder, "file", "data") });

    await expect(opening).rejects.toMatchObject({
      code: "data_dir_unwritable",
      message: expect.stringContaining(join(folder, "file", "data")),
    });
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("that others can read is refused, and nothing is written", async () => {
    const dataDir = join(aFolder(), "data");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o750);
    writeFileSync(join(dataDir, "keys.json"), "{}");

    await expect(openDatabase({ dataDir })).rejects.toMatchObject({
      code: "data_dir_exposed",
      message: expect.stringContaining(`chmod 700 ${dataDir}`),
    });
    expect(readdirSync(dataDir)).toEqual(["keys.json"]);
  });

  it("that is still empty is closed to others", async () => {
    const dataDir = join(aFolder(), "data");
    mkdirSync(dataDir, { mode: 0o755 });

    await open({ dataDir });

    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it("of an unknown version of the store is refused and left as it is", async () => {
    const dataDir = join(aFolder(), "data");
    mkdirSync(join(dataDir, "postgres"), { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "19\n");

    await expect(openDatabase({ dataDir })).rejects.toMatchObject({
      code: "data_version_unknown",
      message: expect.stringContaining("PostgreSQL 19"),
    });
    expect(existsSync(join(dataDir, "postgres", "pg_wal"))).toBe(false);
  });
});
