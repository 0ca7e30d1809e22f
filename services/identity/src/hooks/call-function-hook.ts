import { DatabaseError } from "@vedette/database";
import { parseForeignJson } from "@vedette/http";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { findExecutor } from "./function-grants.ts";
import type { HookTarget } from "./hook-target.ts";

/**
 * Calls a function of the database with JSON and returns the JSON that it answers. It runs as the internal role of this
 * service, two seconds at most; what it writes is kept even if it refuses.
 *
 * @throws IdentityError `hook_timeout`; `unexpected_failure` when the role may not execute it; the function's own error
 * @see spec 1, Callbacks: "must be executable by the service's internal auth role"
 */
export async function callFunctionHook(
  db: Kysely<IdentityTables>,
  target: HookTarget & { kind: "function" },
  body: string,
): Promise<unknown> {
  const role = await findExecutor(db, target);
  if (role === undefined) {
    throw new IdentityError("unexpected_failure", {
      message: "The hook is missing, or the service may not execute it.",
    });
  }
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '2s'`.execute(trx);
      await sql`set local role ${sql.id(role)}`.execute(trx);
      const { rows } = await sql<{
        answer: string | null;
      }>`select ${sql.raw(target.sql)}(${body})::text as answer`.execute(trx);
      return readResult(rows);
    });
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== "deadline_exceeded") throw cause;
    throw new IdentityError("hook_timeout", { cause });
  }
}

/** SQL null and the result of a `void` function are empty responses; JSON null is not. A set is not a response. */
function readResult(rows: readonly { readonly answer: string | null }[]): unknown {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) {
    throw new IdentityError("unexpected_failure", { message: "The function of the hook must return one value." });
  }
  if (row.answer === null || row.answer === "") return undefined;
  try {
    return parseForeignJson(row.answer);
  } catch (cause) {
    throw new IdentityError("unexpected_failure", { message: "The result of the hook is not valid JSON.", cause });
  }
}
