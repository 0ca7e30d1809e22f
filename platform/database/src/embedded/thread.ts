import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker, WorkerStart } from "./messages.ts";

/** One life of the embedded store. */
export interface Thread {
  post(message: ToWorker): void;
  /** Ends the thread at once, whatever it does. */
  terminate(): Promise<void>;
}

export interface ThreadListeners {
  readonly onMessage: (message: FromWorker) => void;
  /** The thread ended without being asked to. */
  readonly onEnd: (reason: string) => void;
}

/** Recovery after a kill and the first initdb may take so long; then the thread counts as hung. */
const OPENING_MS = 120_000;

/**
 * Starts the thread and waits until the store is open.
 *
 * @throws the engine's error when the store cannot be opened
 */
export async function startThread(start: WorkerStart, { onMessage, onEnd }: ThreadListeners): Promise<Thread> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {
    workerData: start,
    name: "vedette-store",
    execArgv: [],
  });
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  let isEnding = false;
  let reason = "the thread ended";
  worker.on("message", (message: FromWorker) => {
    if (message.kind === "ready") resolve();
    else onMessage(message);
  });
  worker.on("error", (error) => {
    reason = String(error);
    reject(error);
  });
  worker.on("exit", () => {
    reject(new Error(reason));
    if (!isEnding) onEnd(reason);
  });
  const overdue = setTimeout(
    () => reject(new Error(`The store was not open after ${OPENING_MS / 1000} s.`)),
    OPENING_MS,
  );
  const terminate = async (): Promise<void> => {
    isEnding = true;
    await worker.terminate();
  };
  try {
    await opened;
    return { post: (message) => worker.postMessage(message), terminate };
  } catch (error) {
    await terminate();
    throw error;
  } finally {
    clearTimeout(overdue);
  }
}
