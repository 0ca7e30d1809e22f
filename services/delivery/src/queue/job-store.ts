import type { Database, KeyRing } from "@vedette/database";
import { fromKysely, type JobWithMetadata, type PgBoss } from "pg-boss";
import { isInOrder } from "./queues.ts";
import { openPayload } from "./sealed-payload.ts";

/** A job that this process holds a lease on. */
export interface ClaimedJob {
  readonly id: string;
  /** @throws DatabaseError when it was sealed with a key that is not here */
  openPayload(): unknown;
  /** Attempts that came before this one. */
  readonly earlierAttempts: number;
  readonly maxRetries: number;
  /** From the moment it could have run to the claim; by the database's clock. */
  readonly waitedMs: number;
  /** From queueing to the claim; by the database's clock. */
  readonly ageMs: number;
}

/** The jobs of one queue, in the words of a worker. */
export interface JobStore {
  /** Takes a lease on so many jobs at most that are due. */
  claim(limit: number): Promise<ClaimedJob[]>;
  /** Renews leases. */
  touch(ids: readonly string[]): Promise<void>;
  /** Removes a job that is done; what it carried is not needed any more. */
  finish(id: string): Promise<void>;
  /** Ends the lease; the job is due again after the delay, or dead when it has no retries left. */
  retryLater(id: string, delayMs: number, reason: string): Promise<void>;
  /** Moves a job to the dead-letter queue. */
  bury(id: string, reason: string): Promise<void>;
}

export interface JobStoreOptions {
  readonly db: Database;
  readonly boss: PgBoss;
  readonly keyRing: KeyRing;
  readonly queue: string;
}

export function openJobStore({ db, boss, keyRing, queue }: JobStoreOptions): JobStore {
  return {
    claim: async (limit) => {
      const jobs = await boss.fetch<unknown>(queue, { batchSize: limit, includeMetadata: true });
      return jobs.map((job) => claimedJob(job, keyRing));
    },
    touch: async (ids) => {
      await boss.touch(queue, [...ids]);
    },
    finish: async (id) => {
      await boss.deleteJob(queue, id);
    },
    retryLater: (id, delayMs, reason) =>
      db
        .as()
        .transaction()
        .execute(async (trx) => {
          const options = { db: fromKysely(trx) };
          await boss.fail(queue, id, { reason }, options);
          await boss.update(queue, undefined, { ...options, id, startAfter: `${Math.round(delayMs)} milliseconds` });
        }),
    bury: (id, reason) =>
      db
        .as()
        .transaction()
        .execute(async (trx) => {
          const options = { db: fromKysely(trx) };
          // pg-boss buries a job whose failure finds no retries left: the first failure ends the lease, so that
          // the retries can be taken away, the second one then is the last.
          await boss.fail(queue, id, { reason }, options);
          await boss.update(queue, undefined, { ...options, id, retryLimit: 0 });
          await boss.fail(queue, id, { reason }, options);
          if (isInOrder(queue)) await boss.deleteJob(queue, id, options);
        }),
  };
}

function claimedJob(job: JobWithMetadata<unknown>, keyRing: KeyRing): ClaimedJob {
  const startedMs = (job.startedOn ?? job.createdOn).getTime();
  return {
    id: job.id,
    openPayload: () => openPayload(keyRing, job.data),
    earlierAttempts: job.retryCount,
    maxRetries: job.retryLimit,
    waitedMs: startedMs - job.startAfter.getTime(),
    ageMs: startedMs - job.createdOn.getTime(),
  };
}
