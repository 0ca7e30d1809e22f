import { spawnSync } from "node:child_process";
import { chmodSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRegistry } from "@vedette/worker-metrics";
import { expect, it, onTestFinished, vi } from "vitest";
import { openEmbedded } from "../src/embedded/open-embedded.ts";
import { aFolder } from "./folder.ts";
import { logInto } from "./log-into.ts";

/** Starting a store takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

/** A disk of a size of its own; only root may make one. */
function aDisk(mebibytes: number): string | undefined {
  const folder = aFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder]);
  if (status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  chmodSync(folder, 0o700);
  return folder;
}

/** Fills the disk until so much is left. */
function fill(disk: string, leftMebibytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - leftMebibytes * 2 ** 20));
}

async function openOn(disk: string) {
  const logged: string[] = [];
  const db = await openEmbedded({
    dataDir: join(disk, "data"),
    template: process.env["VEDETTE_TEST_EMBEDDED_STORE"],
    statementTimeoutMs: 2_000,
    acquireTimeoutMs: 60_000,
    transactionTimeoutMs: 5_000,
    housekeepingMs: 200,
    registry: createRegistry(),
    log: logInto(logged),
  });
  onTestFinished(() => db.close());
  await db.exec("create schema if not exists vedette; create table if not exists vedette.t (id int, filler text)");
  return { db, logged };
}

it("a disk that is nearly full: reading goes on, writing is refused until there is space again", async ({ skip }) => {
  const disk = aDisk(400);
  if (disk === undefined)
    return skip("Only root can mount a small disk to fill; run the tests as root to see this one.");
  const { db, logged } = await openOn(disk);
  await db.query("insert into vedette.t values (1, '')");

  fill(disk, 100);
  await vi.waitFor(
    () => expect(db.query("insert into vedette.t values (2, '')")).rejects.toMatchObject({ code: "out_of_space" }),
    60_000,
  );
  expect((await db.query("select id from vedette.t where id = 1")).rows).toEqual([{ id: 1 }]);
  expect(logged.join("\n")).toMatch(/warn .* has 3\d\d MiB left.*\nerror .* nothing is written until/);

  rmSync(join(disk, "filler"));
  await vi.waitFor(
    () => expect(db.query("insert into vedette.t values (3, '')")).resolves.toMatchObject({ affected: 1 }),
    60_000,
  );
});

it("a disk that fills up at once: the process goes on, and everything acknowledged is there when there is space again", {
  timeout: 90_000,
}, async ({ skip }) => {
  const disk = aDisk(400);
  if (disk === undefined)
    return skip("Only root can mount a small disk to fill; run the tests as root to see this one.");
  const { db } = await openOn(disk);
  const acknowledged: number[] = [];

  const write = async (id: number): Promise<void> => {
    await db.query("insert into vedette.t values ($1, repeat(md5($2), 60000))", [id, String(id)]);
    acknowledged.push(id);
  };
  await write(1);
  // The last bytes are taken between two looks at the disk.
  fill(disk, 0);
  for (let id = 2; id < 60; id += 1) await write(id).catch(() => undefined);
  rmSync(join(disk, "filler"));

  await vi.waitFor(() => write(1_000), { timeout: 60_000, interval: 500 });
  const { rows } = await db.query("select id from vedette.t order by id");
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
});
