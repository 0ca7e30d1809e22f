import { sqlStateOf, violatedConstraint } from "@vedette/database";
import { ResourceError } from "../errors.ts";
import { inLine } from "./line.ts";
import type { Store } from "./store.ts";
import { takeTurn } from "./write-version.ts";

/** Whether a write is kept: a `dry-run` goes through every check and is then taken back. */
export type WriteMode = "store" | "dry-run";

/**
 * Runs a write that is a single statement.
 *
 * @throws ResourceError `title_taken` when a unique title is in use
 */
export async function inWrite<Result>(
  db: Store,
  mode: WriteMode,
  write: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    return mode === "store" ? await write(db) : await takenBack(db, write);
  } catch (error) {
    if (isTakenTitle(error)) throw new ResourceError("title_taken", { cause: error });
    throw error;
  }
}

/**
 * Runs a write that first looks at what is there. It is tried as it is; when another process came in between, it looks
 * again while all others wait.
 *
 * @param object - what is written, e.g. `dashboards/default/cpu`
 * @param write - `undefined` when another write came in between
 * @throws ResourceError `title_taken` when a unique title is in use
 */
export async function inTurn<Result>(
  db: Store,
  { mode, object }: { mode: WriteMode; object: string },
  write: (store: Store) => Promise<Result | undefined>,
): Promise<Result> {
  const alone = async (trx: Store): Promise<Result> => {
    await takeTurn(trx);
    const result = await write(trx);
    if (result === undefined) throw new TypeError("Another write came in between although all others wait");
    return result;
  };
  return await inWrite(db, mode, async (store) => {
    if (mode === "dry-run") return await alone(store);
    return await inLine(db, object, async () => (await write(store)) ?? (await store.transaction().execute(alone)));
  });
}

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRunDone<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("a dry run keeps nothing");
    this.result = result;
  }
}

async function takenBack<Result>(db: Store, write: (trx: Store) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(async (trx) => {
      throw new DryRunDone(await write(trx));
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.result;
    throw error;
  }
}

const UNIQUE_TITLES: ReadonlySet<string> = new Set(["object_versions_data_source_title", "object_versions_team_title"]);

function isTakenTitle(error: unknown): boolean {
  return sqlStateOf(error) === "23505" && UNIQUE_TITLES.has(violatedConstraint(error) ?? "");
}
