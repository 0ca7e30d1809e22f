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
  const { engine, files } = await openEngine(start);
  const answer = (message: FromWorker): void => {
    port.postMessage(message, message.kind === "bytes" ? [message.bytes.buffer] : []);
  };
  let current = 0;
  port.on("message", (message: ToWorker) => {
    switch (message.kind) {
      case "ping":
        return answer({ kind: "pong" });
      case "count":
        return answer({ kind: "counted", syncs: files?.syncs ?? 0 });
      case "connect":
        current = message.connection;
        void forgetSession(engine);
        return;
      case "bytes":
        if (message.connection === current) void execute(engine, current, message.bytes).then(answer);
        return;
      case "close":
        engine.close().then(
          () => answer({ kind: "closed" }),
          (error) => answer({ kind: "broken", reason: String(error) }),
        );
    }
  });
  answer({ kind: "ready" });
}

/** What a lost connection left open must not leak into the next. */
async function forgetSession(engine: PGlite): Promise<void> {
  for (const statement of ["rollback", "discard all"]) await ask(engine, simpleQuery(statement));
}

function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

async function execute(engine: PGlite, connection: number, request: Uint8Array): Promise<FromWorker> {
  try {
    const bytes = await ask(engine, request);
    if (expectsReady(request) && !endsReady(bytes))
      return { kind: "broken", reason: "the engine gave no whole answer" };
    return { kind: "bytes", connection, bytes };
  } catch (error) {
    return { kind: "broken", reason: String(error) };
  }
}

/**
 * Asks by the engine's streaming call: its other calls of the protocol also read every answer and keep what they read
 * for ever. It has answered when the call returns, so what is asked next is answered next.
 */
async function ask(engine: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  // Each piece lies in the engine's memory, which the next one overwrites.
  const onRawData = (piece: Uint8Array): void => void pieces.push(new Uint8Array(piece));
  await engine.execProtocolRawStream(request, { syncToFs: false, onRawData });
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Whether the request ends in a Sync, or is a simple Query: the engine then says at the end that it is ready. */
function expectsReady(request: Uint8Array): boolean {
  return request[0] === 0x51 || (request.at(-5) === 0x53 && request.at(-1) === 4);
}

function endsReady(answer: Uint8Array): boolean {
  return answer.at(-6) === 0x5a && answer.at(-2) === 5;
}
