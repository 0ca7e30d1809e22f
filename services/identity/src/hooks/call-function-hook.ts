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
      const { answer } = rows[0] ?? {};
      return answer ? parseForeignJson(answer) : undefined;
    });
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== "deadline_exceeded") throw cause;
    throw new IdentityError("hook_timeout", { cause });
  }
}
