import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Answer, Job } from "./job.ts";

/** A call without an answer for so long is given up. */
const PATIENCE_MS = 30_000;

interface Bridge {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Counts answers; the caller sleeps on it. */
  readonly answered: Int32Array;
}

let open: Bridge | undefined;

/**
 * Runs a job in a worker thread and waits for it. The thread starts at the first call and keeps no process alive.
 *
 * @param prepare - makes the job, again for a second thread: memory that is handed over is gone with the first
 * @returns `undefined` when threads are not allowed here, or when two threads in a row gave no answer
 */
export function runSync(prepare: () => Job): Answer | undefined {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      open ??= start();
      const answer = ask(open, prepare());
      if (answer !== undefined) return answer;
    } catch {
      // Node's permission model forbids threads, or the thread is gone; the answer below says enough.
    }
    close();
  }
  return undefined;
}

function start(): Bridge {
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./sync-worker.${extension}`, import.meta.url), {
    workerData: { port: port2, answered },
    transferList: [port2],
    name: "vedette-image",
    execArgv: [],
  });
  worker.unref();
  // Without a listener the error would end the process.
  worker.on("error", () => {});
  // A thread that has ended would keep the next call waiting for all its patience.
  worker.on("exit", () => {
    if (open?.worker === worker) close();
  });
  return { worker, port: port1, answered };
}

function ask({ port, answered }: Bridge, job: Job): Answer | undefined {
  const before = Atomics.load(answered, 0);
  port.postMessage(job, job.kind === "encode-jpeg" ? [job.picture.rows.buffer] : []);
  if (Atomics.wait(answered, 0, before, PATIENCE_MS) === "timed-out") return undefined;
  return receiveMessageOnPort(port)?.message;
}

function close(): void {
  const { worker, port } = open ?? {};
  open = undefined;
  port?.close();
  void worker?.terminate();
}
