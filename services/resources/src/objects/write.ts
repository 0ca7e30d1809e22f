import { sqlStateOf, violatedConstraint } from "@vedette/database";
import { ResourceError } from "../errors.ts";
import type { Store } from "./store.ts";

/** Whether a write is kept: a `dry-run` goes through every check and is then taken back. */
export type WriteMode = "store" | "dry-run";

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRunDone<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("a dry run keeps nothing");
    this.result = result;
  }
}

/**
 * Runs a write as one transaction.
 *
 * @throws ResourceError `title_taken` when a unique title is in use
 */
export async function inWrite<Result>(
  db: Store,
  mode: WriteMode,
  write: (trx: Store) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await write(trx);
      if (mode === "dry-run") throw new DryRunDone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.result;
    if (isTakenTitle(error)) throw new ResourceError("title_taken", { cause: error });
    throw error;
  }
}

function isTakenTitle(error: unknown): boolean {
  return sqlStateOf(error) === "23505" && violatedConstraint(error) === "object_versions_data_source_title";
}
