/** Work that is asked for under a key, and how to end waiting for it. */
export interface QueryQueue {
  /**
   * Runs `work` when its turn comes. Who asks for a key that is under way gets the same answer; the work is
   * cancelled when nobody waits for it any more.
   */
  ask<Answer>(key: string, work: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer>;
}

interface Job {
  readonly controller: AbortController;
  readonly answer: Promise<unknown>;
  waiting: number;
}

/** @param limit - how many run at the same time; the others wait in the order in which they came */
export function createQueryQueue(limit = 6): QueryQueue {
  const jobs = new Map<string, Job>();
  const line: (() => void)[] = [];
  let running = 0;

  const turn = async (signal: AbortSignal) => {
    if (running >= limit) await new Promise<void>((resolve) => line.push(resolve));
    running += 1;
    signal.throwIfAborted();
  };
  const leave = () => {
    running -= 1;
    line.shift()?.();
  };
  const start = (key: string, work: (signal: AbortSignal) => Promise<unknown>): Job => {
    const controller = new AbortController();
    const run = async () => {
      try {
        await turn(controller.signal);
        return await work(controller.signal);
      } finally {
        leave();
        if (jobs.get(key) === job) jobs.delete(key);
      }
    };
    const job: Job = { controller, answer: Promise.resolve().then(run), waiting: 0 };
    jobs.set(key, job);
    return job;
  };

  return {
    async ask<Answer>(
      key: string,
      work: (signal: AbortSignal) => Promise<Answer>,
      signal: AbortSignal,
    ): Promise<Answer> {
      signal.throwIfAborted();
      const job = jobs.get(key) ?? start(key, work);
      job.waiting += 1;
      const answer = await untilAborted(job.answer, signal).finally(() => {
        job.waiting -= 1;
        if (job.waiting > 0 || !signal.aborted) return;
        jobs.delete(key);
        job.controller.abort(signal.reason);
      });
      return answer as Answer; // Equal keys are asked with equal work.
    },
  };
}

function untilAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
