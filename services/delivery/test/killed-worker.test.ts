import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, openDatabase } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { expect, it, onTestFinished } from "vitest";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { openTestDelivery, smtpOn } from "./open-test-delivery.ts";

const TIMEOUT_MS = 90_000;

onEachStore("a mail whose process is killed in the middle of sending", (openTestDatabase) => {
  it("is sent by the next process, under the same Message-ID", { timeout: TIMEOUT_MS }, async () => {
    const db = await openTestDatabase();
    const store = db.kind === "pglite" ? dataDirectory() : await serverDatabase(db);
    const { messageIds, server } = await killWhileSending(store.address);
    const shared = await store.open();

    // As if its heartbeat had been missing for as long as it may: nothing would happen until then.
    const { rows } = await shared.query(`
      update vedette_jobs.job set heartbeat_on = heartbeat_on - make_interval(secs => heartbeat_seconds)
      where state = 'active' returning heartbeat_seconds as "heartbeatSeconds"`);
    await openTestDelivery(shared, smtpOn(server.port));

    // With the rounds of upkeep, five seconds apart, that is within half a minute.
    expect(rows).toEqual([{ heartbeatSeconds: 15 }]);

    expect(await server.received(1)).toMatchObject([{ to: ["ada@example.org"] }]);
    expect(messageIds).toHaveLength(2);
    expect(new Set(messageIds).size).toBe(1);
  });
});

/** A store that several processes can open, one after the other at least. */
interface SharedStore {
  /** Directory or URL. */
  readonly address: string;
  open(): Promise<Database>;
}

/** The embedded store in memory belongs to one process, so this one lies in a directory. */
function dataDirectory(): SharedStore {
  const address = mkdtempSync(join(tmpdir(), "vedette-delivery-"));
  onTestFinished(() => rmSync(address, { recursive: true }));
  const open = async (): Promise<Database> => {
    const db = await openDatabase({ dataDir: address });
    onTestFinished(() => db.close());
    return db;
  };
  return { address, open };
}

async function serverDatabase(db: Database): Promise<SharedStore> {
  const { rows } = await db.query("select current_database() as name");
  const url = new URL(process.env["VEDETTE_TEST_POSTGRES_URL"] ?? "");
  url.pathname = `/${rows[0]?.["name"]}`;
  return { address: url.href, open: async () => db };
}

/** Another process queues a mail on the store and dies when the server has all of it and has not answered yet. */
async function killWhileSending(address: string): Promise<{ messageIds: readonly string[]; server: MailServer }> {
  const messageIds: string[] = [];
  const firstAttempt = Promise.withResolvers<void>();
  const never = new Promise<undefined>(() => undefined);
  const server = await startMailServer({
    judgeMail: (source) => {
      messageIds.push(/^Message-ID: (.*)$/m.exec(source)?.[1] ?? "");
      firstAttempt.resolve();
      return messageIds.length === 1 ? never : undefined;
    },
  });
  const worker = spawn(
    process.execPath,
    [
      "--conditions=vedette-source",
      fileURLToPath(new URL("worker-process.ts", import.meta.url)),
      address,
      String(server.port),
    ],
    { stdio: "inherit" },
  );
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  onTestFinished(() => void worker.kill("SIGKILL"));
  await firstAttempt.promise;

  worker.kill("SIGKILL");
  await ended;
  return { messageIds, server };
}
