/**
 * The thread in which the embedded store runs. It speaks PostgreSQL's wire protocol by messages: bytes in, bytes out.
 * A statement blocks this thread, and only this one; the server beside it ends the thread when it stays silent.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { openEngine } from "./engine.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";

if (parentPort !== null) await serve(parentPort, workerData);

async function serve(port: MessagePort, start: WorkerStart): Promise<void> {
  const { engine, durability } = await openEngine(start);
  const answer = (message: FromWorker): void => {
    port.postMessage(message);
  };
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
