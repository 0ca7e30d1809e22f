import { setImmediate as afterReading } from "node:timers/promises";
import { DatabaseError } from "@vedette/database";
import type { Store } from "./store.ts";

/** What can be written together, and how. */
export interface Together<Change, Result> {
  /** Changes of one group are one statement. */
  groupOf(change: Change): string;
  /** Characters that it brings. */
  sizeOf(change: Change): number;
  /**
   * Writes all of them in one statement, or none when it throws.
   *
   * @returns what became of each, in their order; `undefined` where nothing has been changed
   */
  write(store: Store, changes: readonly Change[]): Promise<readonly (Result | undefined)[]>;
}

/** One change that waits for its turn, and whoever waits for it. */
interface Waiting<Change, Result> {
  readonly change: Change;
  readonly done: (result: Result | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** A statement takes no more, so that the writers of other processes have their turn. */
const MOST_TOGETHER = 32;
/** Nor more characters than these, but for a single change. */
const MOST_CHARACTERS = 2 * 1024 * 1024;

/**
 * Makes a way to write changes together with those of this process that came while the ones before were written. All
 * writers wait for the same counter and hold it until the disk has what they wrote; one statement for many costs one
 * such wait and one way to the store. A change that fails takes nobody else along.
 *
 * @returns writes one change; in a transaction at once and alone
 */
export function writingTogether<Change, Result>(
  together: Together<Change, Result>,
): (db: Store, change: Change) => Promise<Result | undefined> {
  const queues = new WeakMap<Store, Waiting<Change, Result>[]>();

  async function writeAll(db: Store, queue: Waiting<Change, Result>[]): Promise<void> {
    // Whoever came by the same reading of the network goes along at once.
    await afterReading();
    for (let next = takeNext(queue, together); next.length > 0; next = takeNext(queue, together)) {
      await writeSome(db, next);
    }
    queues.delete(db);
  }

  async function writeSome(db: Store, some: readonly Waiting<Change, Result>[]): Promise<void> {
    try {
      const results = await together.write(
        db,
        some.map(({ change }) => change),
      );
      for (const [index, { done }] of some.entries()) done(results[index]);
    } catch (error) {
      // With a store that is away, whether this was written nobody knows, as with any statement whose answer is lost.
      const isForAll = some.length === 1 || error instanceof DatabaseError;
      await Promise.all(some.map(async (one) => (isForAll ? one.failed(error) : await writeSome(db, [one]))));
    }
  }

  return async (db, change) => {
    if (db.isTransaction) return (await together.write(db, [change]))[0];
    const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
    const waiting = { change, done: resolve, failed: reject };
    const queue = queues.get(db);
    if (queue === undefined) {
      const own = [waiting];
      queues.set(db, own);
      void writeAll(db, own);
    } else queue.push(waiting);
    return await promise;
  };
}

/** Takes the first that waits out of the queue, and what can go with it. */
function takeNext<Change, Result>(
  queue: Waiting<Change, Result>[],
  { groupOf, sizeOf }: Together<Change, Result>,
): Waiting<Change, Result>[] {
  const [first] = queue;
  if (first === undefined) return [];
  const group = groupOf(first.change);
  const [taken, left]: [Waiting<Change, Result>[], Waiting<Change, Result>[]] = [[], []];
  let size = 0;
  for (const waiting of queue) {
    const own = sizeOf(waiting.change);
    const isFull = taken.length === MOST_TOGETHER || (taken.length > 0 && size + own > MOST_CHARACTERS);
    if (isFull || groupOf(waiting.change) !== group) {
      left.push(waiting);
      continue;
    }
    taken.push(waiting);
    size += own;
  }
  queue.splice(0, queue.length, ...left);
  return taken;
}
