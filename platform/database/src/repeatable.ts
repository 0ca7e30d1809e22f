import { setTimeout as delay } from "node:timers/promises";
import { sqlStateOf } from "./driver-failure.ts";

/** Serialization failure and deadlock: nothing was changed, and the same work may succeed now. */
const REPEATABLE_STATES: ReadonlySet<string | undefined> = new Set(["40001", "40P01"]);
const MAX_REPEATS = 3;
const BASE_PAUSE_MS = 20;

/**
 * Runs a whole transaction, and runs it again, at most three times, when the engine gave it up because of another
 * one. Only for work that leaves no trace outside of its transaction.
 *
 * @example await repeatable(() => db.as<Tables>().transaction().setIsolationLevel("serializable").execute(move));
 */
export async function repeatable<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (repeat === MAX_REPEATS || !REPEATABLE_STATES.has(sqlStateOf(error))) throw error;
    }
    await delay(Math.random() * BASE_PAUSE_MS * 2 ** repeat);
  }
}
