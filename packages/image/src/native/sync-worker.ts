import { type MessagePort, workerData } from "node:worker_threads";
import { runCodecJob } from "./codec-job.ts";
import type { Answer, Job } from "./job.ts";
import { transferable } from "./transferable.ts";

/** The thread that serves synchronous calls: one job at a time, answered on a port that the caller reads by itself. */
serve(workerData);

function serve({ port, answered }: { readonly port: MessagePort; readonly answered: Int32Array }): void {
  const wake = (): void => {
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  // Whoever waits must not wait for a thread that is gone.
  process.on("exit", wake);
  port.on("message", async (job: Job) => {
    const answer = await answerTo(job);
    port.postMessage(answer, transferable(answer));
    wake();
  });
}

async function answerTo(job: Job): Promise<Answer> {
  try {
    return await runCodecJob(job);
  } catch {
    // The caller only needs to know that there is no picture: synchronous calls give an empty one.
    return { kind: "refused", code: "ERR_IMAGE_DECODE" };
  }
}
