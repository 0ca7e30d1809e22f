/**
 * The thread in which the embedded store runs. It speaks PostgreSQL's wire protocol by messages: bytes in, bytes out.
 * A statement blocks this thread, and only this one; the server beside it ends the thread when it stays silent.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import type { DurabilityReport, FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { SyncedFiles } from "./synced-files.ts";

/** PGlite's own parameters but for `-F` (no fsync), plus synced writing of the log and no schema searched. */
const START_PARAMETERS = [
  "--single",
  "-O",
  "-j",
  ...[
    "search_path=",
    "exit_on_error=false",
    "log_checkpoints=false",
    "max_worker_processes=0",
    "max_parallel_workers=0",
    "max_parallel_workers_per_gather=0",
    "max_parallel_maintenance_workers=0",
    "io_method=sync",
    "wal_sync_method=open_datasync",
  ].flatMap((parameter) => ["-c", parameter]),
];

if (parentPort !== null) await serve(parentPort, workerData);

async function serve(port: MessagePort, { directory }: WorkerStart): Promise<void> {
  const files = directory === undefined ? undefined : new SyncedFiles(directory);
  const engine = await PGlite.create(
    files === undefined
      ? { startParams: [...START_PARAMETERS, "-c", "fsync=off"] }
      : { fs: files, startParams: START_PARAMETERS },
  );
  const answer = (message: FromWorker): void => {
    port.postMessage(message);
  };
  const durability = files === undefined ? undefined : await measureDurability(engine, files);
  let current = 0;
  port.on("message", (message: ToWorker) => {
    switch (message.kind) {
      case "ping":
        return answer({ kind: "pong" });
      case "connect":
        current = message.connection;
        return forgetSession(engine);
      case "bytes":
        if (message.connection === current) answer(execute(engine, current, message.bytes));
        return;
      case "close":
        engine.close().then(
          () => answer({ kind: "closed" }),
          (error) => answer({ kind: "broken", reason: String(error) }),
        );
    }
  });
  answer({ kind: "ready", durability });
}

/** Counts the forced writes of one commit and one checkpoint. */
async function measureDurability(engine: PGlite, files: SyncedFiles): Promise<DurabilityReport> {
  const before = files.syncs;
  await engine.query("select pg_logical_emit_message(true, 'vedette', 'self-test')");
  const committed = files.syncs;
  await engine.query("checkpoint");
  return { commitSyncs: committed - before, checkpointSyncs: files.syncs - committed };
}

/** What a lost connection left open must not leak into the next. */
function forgetSession(engine: PGlite): void {
  for (const statement of ["rollback", "discard all"]) engine.execProtocolRawSync(simpleQuery(statement));
}

function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function execute(engine: PGlite, connection: number, request: Uint8Array): FromWorker {
  try {
    const bytes = engine.execProtocolRawSync(request);
    if (expectsReady(request) && !endsReady(bytes))
      return { kind: "broken", reason: "the engine gave no whole answer" };
    return { kind: "bytes", connection, bytes: new Uint8Array(bytes) };
  } catch (error) {
    return { kind: "broken", reason: String(error) };
  }
}

/** Whether the request ends in a Sync, or is a simple Query: the engine then says at the end that it is ready. */
function expectsReady(request: Uint8Array): boolean {
  return request[0] === 0x51 || (request.at(-5) === 0x53 && request.at(-1) === 4);
}

function endsReady(answer: Uint8Array): boolean {
  return answer.at(-6) === 0x5a && answer.at(-2) === 5;
}
