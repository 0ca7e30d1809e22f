import { parentPort } from "node:worker_threads";
import { ImageError } from "../image-error.ts";
import type { NumberedAnswer } from "./async-worker-client.ts";
import type { Answer, Job } from "./job.ts";
import { runPictureJob } from "./picture-job.ts";
import { transferable } from "./transferable.ts";

/** The thread behind the calls that give a Promise. */
parentPort?.on("message", ({ id, job }: { readonly id: number; readonly job: Job }) => void serve(id, job));

async function serve(id: number, job: Job): Promise<void> {
  const numbered: NumberedAnswer = { id, answer: await answerTo(job) };
  parentPort?.postMessage(numbered, transferable(numbered.answer));
}

async function answerTo(job: Job): Promise<Answer> {
  try {
    return await runPictureJob(job);
  } catch (error) {
    return { kind: "refused", code: error instanceof ImageError ? error.code : "ERR_IMAGE_DECODE" };
  }
}
