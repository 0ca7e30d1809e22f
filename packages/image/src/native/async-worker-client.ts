import { Worker } from "node:worker_threads";
import { ImageError } from "../image-error.ts";
import type { Answer, Job } from "./job.ts";

/** Pictures in work at the same time; each may need a few hundred megabytes. */
const MOST_AT_ONCE = 4;

interface Waiting {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface NumberedAnswer {
  readonly id: number;
  readonly answer: Answer;
}

const queue: Waiting[] = [];
const running = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

/**
 * Runs a job in a worker thread while the caller's thread goes on. The thread keeps the process alive only as long as
 * there is work.
 *
 * @throws the signal's reason when it is aborted; ImageError `ERR_IMAGE_UNSUPPORTED_FORMAT` where threads are forbidden
 */
export function runAsync(job: Job, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const leave = (): void => {
      const index = queue.findIndex((waiting) => waiting.job === job);
      if (index >= 0) queue.splice(index, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    const done = (finish: () => void): void => {
      signal?.removeEventListener("abort", leave);
      finish();
    };
    queue.push({
      job,
      resolve: (answer) => done(() => resolve(answer)),
      reject: (error) => done(() => reject(error)),
    });
    startNext();
  });
}

function startNext(): void {
  while (running.size < MOST_AT_ONCE) {
    const next = queue.shift();
    if (next === undefined) break;
    try {
      worker ??= openWorker();
      lastId += 1;
      worker.postMessage({ id: lastId, job: next.job });
      running.set(lastId, next);
    } catch (cause) {
      next.reject(new ImageError("ERR_IMAGE_UNSUPPORTED_FORMAT", { cause }));
    }
  }
  if (running.size > 0) worker?.ref();
  else worker?.unref();
}

function openWorker(): Worker {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const opened = new Worker(new URL(`./async-worker.${extension}`, import.meta.url), {
    name: "vedette-image-async",
    execArgv: [],
  });
  opened.on("message", ({ id, answer }: NumberedAnswer) => {
    const waiting = running.get(id);
    running.delete(id);
    waiting?.resolve(answer);
    startNext();
  });
  const fail = (cause: unknown): void => failAll(opened, cause);
  opened.on("error", fail);
  opened.on("exit", fail);
  return opened;
}

/** The thread is gone: what it had in hand is lost, what waits goes to a new one. */
function failAll(lost: Worker, cause: unknown): void {
  if (worker !== lost) return;
  worker = undefined;
  for (const waiting of running.values()) waiting.reject(new ImageError("ERR_IMAGE_DECODE", { cause }));
  running.clear();
  startNext();
}
