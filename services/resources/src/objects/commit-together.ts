import { DatabaseError } from "@vedette/database";
import type { Store } from "./store.ts";

/** One statement that waits for its turn, and whoever waits for it. */
interface Waiting {
  readonly run: (store: Store) => Promise<unknown>;
  readonly done: (result: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** A transaction takes no more, so that the writers of other processes have their turn. */
const MOST_TOGETHER = 32;

const queues = new WeakMap<Store, Waiting[]>();

/**
 * Runs a statement that changes something, together with those of this process that came while the one before was
 * written. All writers wait for the same counter and hold it until the disk has what they wrote; a transaction of many
 * costs one such wait. One that fails takes nobody else along.
 *
 * @param db - a transaction runs it at once
 */
export async function commitTogether<Result>(db: Store, run: (store: Store) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return await run(db);
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const waiting: Waiting = { run, done: (result) => resolve(result as Result), failed: reject }; // what `run` gave
  const queue = queues.get(db);
  if (queue === undefined) {
    queues.set(db, [waiting]);
    void writeAll(db);
  } else queue.push(waiting);
  return await promise;
}

async function writeAll(db: Store): Promise<void> {
  for (;;) {
    const together = queues.get(db)?.splice(0, MOST_TOGETHER) ?? [];
    if (together.length === 0) break;
    if (together.length === 1 || !(await writeTogether(db, together))) {
      for (const { run, done, failed } of together) await run(db).then(done, failed);
    }
  }
  queues.delete(db);
}

/** @returns whether everybody has been told; without, nothing has been written */
async function writeTogether(db: Store, together: readonly Waiting[]): Promise<boolean> {
  let hasFailedStatement = false;
  try {
    const results = await db.transaction().execute(async (trx) => {
      const all: unknown[] = [];
      try {
        for (const { run } of together) all.push(await run(trx));
      } catch (error) {
        hasFailedStatement = true;
        throw error;
      }
      return all;
    });
    for (const [index, { done }] of together.entries()) done(results[index]);
    return true;
  } catch (error) {
    if (hasFailedStatement && !(error instanceof DatabaseError)) return false;
    // The store is away, or whether this was written nobody knows, as with a single statement whose answer is lost.
    for (const { failed } of together) failed(error);
    return true;
  }
}
