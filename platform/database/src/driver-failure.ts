import pg from "pg";
import { DatabaseError, type DatabaseErrorCode } from "./errors.ts";

/** SQLSTATE codes and classes that tell of the store's state rather than of the statement. */
const STATE_FAILURES: ReadonlyMap<string, DatabaseErrorCode> = new Map([
  ["08", "unavailable"],
  ["28", "unavailable"],
  ["3D000", "unavailable"],
  ["53100", "out_of_space"],
  ["53", "unavailable"],
  ["57014", "deadline_exceeded"],
  ["55P03", "deadline_exceeded"],
  ["25P03", "deadline_exceeded"],
  ["25P04", "deadline_exceeded"],
  ["57", "unavailable"],
  ["58", "unavailable"],
]);

/**
 * Tells what a failure of the driver means for the caller.
 *
 * @param error - what the driver threw
 * @param readOnly - what "read-only transaction" (25006) means on this store, unless it is the caller's mistake
 * @returns a {@link DatabaseError} for a failure of the store; the driver's own error, with SQLSTATE in `code` and
 *   the name in `constraint`, for a mistake in the statement or its values
 */
export function explainFailure(error: unknown, readOnly: DatabaseErrorCode | undefined): unknown {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseError) return error;
  if (!(error instanceof pg.DatabaseError)) return new DatabaseError("unavailable", { cause: error });
  const state = error.code ?? "";
  const code = state === "25006" ? readOnly : (STATE_FAILURES.get(state) ?? STATE_FAILURES.get(state.slice(0, 2)));
  return code === undefined ? withoutValues(error) : new DatabaseError(code, { cause: withoutValues(error) });
}

/** Loggers write what is enumerable; these fields quote rows. They can still be read by name. */
function withoutValues(error: pg.DatabaseError): pg.DatabaseError {
  for (const field of ["detail", "where", "internalQuery", "hint"] as const) {
    Object.defineProperty(error, field, { value: error[field], enumerable: false, configurable: true });
  }
  return error;
}

/** Whether the connection must not be lent again: it is lost, or leads to a server that cannot serve. */
export function endsConnection(error: unknown, explained: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !(error instanceof TypeError || error instanceof RangeError);
  return error.severity === "FATAL" || (explained instanceof DatabaseError && explained.code === "unavailable");
}

/** The SQLSTATE of a failed statement, e.g. `23505`, or `undefined` for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The name of the constraint that a statement violated (SQLSTATE class 23), or `undefined`. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith("23")) return undefined;
  return error.constraint;
}
