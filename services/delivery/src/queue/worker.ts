import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import { backoffMs } from "./backoff.ts";
import { Bell } from "./bell.ts";
import type { JobHandler, JobOutcome } from "./job.ts";
import type { ClaimedJob, JobStore } from "./job-store.ts";
import { isInOrder } from "./queues.ts";
import type { QueueOperation, WorkerEvents } from "./worker-events.ts";

export interface WorkerOptions {
  readonly queue: string;
  readonly jobs: JobStore;
  readonly handle: JobHandler;
  readonly events: WorkerEvents;
  readonly log: Log;
  /** Jobs done at once. */
  readonly slots: number;
  /** Whether it looks for jobs now; always if absent. */
  readonly isOn?: () => boolean;
}

/** Without a wake-up, new jobs are looked for so often. */
const POLL_MS = 1000;
/** Leases are renewed so often, well within the heartbeat of the queue. */
const TOUCH_MS = 5000;
/** An attempt may take so long. */
const ATTEMPT_MS = 60_000;
/** The longest wait between two attempts at a job: mail servers that greylist want to be asked again after minutes. */
const RETRY_CAP_MS = 600_000;
/** The longest wait for a store that does not answer. */
const OUTAGE_CAP_MS = 5000;
/** What attempts that were told to stop may still take. */
const GIVE_BACK_MS = 2000;

/**
 * Takes jobs from a queue and does them, several at once. It claims no more than it has free slots for,
 * renews its leases while jobs run, and waits out a store that is away.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #newJob = new Bell();
  readonly #slotFreed = new Bell();
  readonly #giveBack = new AbortController();
  readonly #touching: NodeJS.Timeout;
  readonly #polling: Promise<void>;
  readonly #closing = new AbortController();
  #failedCalls = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    options.events.started(options.slots);
    this.#touching = setInterval(() => void this.#touch(), TOUCH_MS);
    this.#polling = this.#poll();
  }

  /** Looks for jobs at once. */
  wake(): void {
    this.#newJob.ring();
  }

  /** Stops claiming, lets running jobs finish for the drain time, and gives the leases of the others back. */
  async close(drainMs: number): Promise<void> {
    this.#closing.abort();
    this.#newJob.ring();
    this.#slotFreed.ring();
    await this.#polling;
    await this.#idleWithin(drainMs);
    this.#giveBack.abort(new Error("The worker is closing."));
    await this.#idleWithin(GIVE_BACK_MS);
    clearInterval(this.#touching);
    this.#options.events.stopped();
  }

  async #poll(): Promise<void> {
    // What was left by an earlier life is found with the first poll: a start need not wait for the store to look for it.
    let mayBeMore = false;
    while (!this.#closing.signal.aborted) {
      const free = this.#options.slots - this.#running.size;
      if (this.#options.isOn?.() === false) {
        await this.#newJob.wait(POLL_MS);
        continue;
      }
      if (free <= 0) {
        await this.#slotFreed.wait(POLL_MS);
        mayBeMore = true;
        continue;
      }
      const claimed = await this.#claim(free, mayBeMore);
      mayBeMore = claimed === free;
    }
  }

  /** Waits for work unless there may be more already, and starts what it gets. @returns how many jobs it got */
  async #claim(limit: number, mayBeMore: boolean): Promise<number> {
    const { events, jobs } = this.#options;
    const request = events.calls("PollActivityTaskQueue");
    if (!mayBeMore) await this.#newJob.wait(POLL_MS);
    if (this.#closing.signal.aborted) {
      request.end();
      return 0;
    }
    try {
      const claimed = await jobs.claim(limit);
      request.end();
      this.#storeAnswered();
      if (claimed.length === 0) events.foundNothing();
      for (const job of claimed) this.#start(job);
      return claimed.length;
    } catch (error) {
      request.end("UNAVAILABLE");
      await this.#waitForStore(error, this.#closing.signal);
      return 0;
    }
  }

  #start(job: ClaimedJob): void {
    this.#options.events.received(job.waitedMs);
    const run = this.#run(job).finally(() => {
      this.#running.delete(job.id);
      this.#showSlots();
      this.#slotFreed.ring();
      // What waited for this job is due now.
      if (isInOrder(this.#options.queue)) this.#newJob.ring();
    });
    this.#running.set(job.id, run);
    this.#showSlots();
  }

  async #run(job: ClaimedJob): Promise<void> {
    const { events } = this.#options;
    const startMs = performance.now();
    const outcome = await this.#attempt(job);
    const ranMs = performance.now() - startMs;
    if (outcome.kind === "done") {
      await this.#settle("RespondActivityTaskCompleted", (jobs) => jobs.finish(job.id));
      events.succeeded(ranMs, job.ageMs + performance.now() - startMs);
      return;
    }
    events.failed(ranMs);
    await this.#fail(job, outcome);
  }

  async #attempt(job: ClaimedJob): Promise<JobOutcome> {
    const signal = AbortSignal.any([this.#giveBack.signal, AbortSignal.timeout(ATTEMPT_MS)]);
    try {
      return await this.#options.handle({ id: job.id, payload: job.openPayload(), signal });
    } catch (error) {
      this.#options.log.error(
        { err: error, queue: this.#options.queue, job: job.id },
        "a job ended in an error of ours",
      );
      return { kind: "failed", isPermanent: false, reason: "unexpected error" };
    }
  }

  async #fail(job: ClaimedJob, { isPermanent, reason }: JobOutcome & { kind: "failed" }): Promise<void> {
    const { log, queue } = this.#options;
    const attempt = job.earlierAttempts + 1;
    const isLast = isPermanent || job.earlierAttempts >= job.maxRetries;
    const fields = { queue, job: job.id, attempt, reason };
    if (isLast) {
      log.error(fields, "a job is given up and kept as a dead letter");
      await this.#settle("RespondActivityTaskFailed", (jobs) => jobs.bury(job.id, reason));
      return;
    }
    const delayMs = this.#giveBack.signal.aborted ? 0 : backoffMs(attempt, RETRY_CAP_MS);
    log.warn({ ...fields, retryInMs: Math.round(delayMs) }, "a job failed and will be tried again");
    await this.#settle("RespondActivityTaskFailed", (jobs) => jobs.retryLater(job.id, delayMs, reason));
  }

  /** Writes down how a job ended, as often as it takes: what was done must not be done again. */
  async #settle(operation: QueueOperation, write: (jobs: JobStore) => Promise<void>): Promise<void> {
    for (;;) {
      const request = this.#options.events.calls(operation);
      try {
        await write(this.#options.jobs);
        request.end();
        return;
      } catch (error) {
        request.end("UNAVAILABLE");
        // After closing, the lease runs out by itself.
        if (this.#giveBack.signal.aborted) return;
        await this.#waitForStore(error, this.#giveBack.signal);
      }
    }
  }

  async #touch(): Promise<void> {
    if (this.#running.size === 0) return;
    const request = this.#options.events.calls("RecordActivityTaskHeartbeat");
    try {
      await this.#options.jobs.touch([...this.#running.keys()]);
      request.end();
    } catch {
      request.end("UNAVAILABLE"); // The next poll says so in the log.
    }
  }

  #storeAnswered(): void {
    if (this.#failedCalls > 0) this.#options.log.info({ queue: this.#options.queue }, "the queue answers again");
    this.#failedCalls = 0;
  }

  async #waitForStore(error: unknown, signal: AbortSignal): Promise<void> {
    this.#failedCalls += 1;
    if (this.#failedCalls === 1) {
      this.#options.log.warn({ err: error, queue: this.#options.queue }, "the queue does not answer; trying again");
    }
    const waitMs = backoffMs(this.#failedCalls, OUTAGE_CAP_MS);
    await delay(waitMs, undefined, { signal }).catch(() => undefined); // Closing ends the wait.
  }

  #showSlots(): void {
    const used = this.#running.size;
    this.#options.events.slots({ used, available: this.#options.slots - used });
  }

  async #idleWithin(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([promise, Promise.allSettled(this.#running.values())]);
    clearTimeout(timer);
  }
}
