import type { Store } from "./store.ts";

/** The last writer of each object that somebody of this process writes. */
const lines = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Lets the writers of one object in this process write one after the other. The database decides who wins anyway, also
 * between processes; standing in line saves them from losing races against each other and doing everything twice.
 */
export async function inLine<Result>(db: Store, object: string, write: () => Promise<Result>): Promise<Result> {
  const lastByObject = linesOf(db);
  const ahead = lastByObject.get(object) ?? Promise.resolve();
  const { promise: done, resolve: leave } = Promise.withResolvers<void>();
  const mine = ahead.then(() => done);
  lastByObject.set(object, mine);
  await ahead;
  try {
    return await write();
  } finally {
    leave();
    if (lastByObject.get(object) === mine) lastByObject.delete(object);
  }
}

function linesOf(db: Store): Map<string, Promise<void>> {
  const known = lines.get(db) ?? new Map<string, Promise<void>>();
  lines.set(db, known);
  return known;
}
