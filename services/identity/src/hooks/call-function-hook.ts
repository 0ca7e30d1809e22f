import { DatabaseError } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { HookTarget } from "./hook-target.ts";

/** The roles that hooks in the database run as: ours, or that of an installation that was taken over. */
const HOOK_ROLES = ["vedette_auth_admin", "supabase_auth_admin"] as const;

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
      const { rows } = await sql<{ answer: unknown }>`select ${sql.raw(target.sql)}(${body}) as answer`.execute(trx);
      return rows[0]?.answer ?? undefined;
    });
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== "deadline_exceeded") throw cause;
    throw new IdentityError("hook_timeout", { cause });
  }
}

/** The first of our roles that may execute a function of this name. */
async function findExecutor(
  db: Kysely<IdentityTables>,
  { schema, name }: HookTarget & { kind: "function" },
): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`
    select r.rolname as role
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_roles r on r.rolname in (${sql.join(HOOK_ROLES)})
    where n.nspname = ${schema} and p.proname = ${name}
      and pg_catalog.has_function_privilege(r.oid, p.oid, 'execute')
      and pg_catalog.has_schema_privilege(r.oid, n.oid, 'usage')
    order by r.rolname desc
    limit 1`.execute(db);
  return rows[0]?.role;
}

/** Everybody who may execute a hook and should not: the grants that its operator forgot to revoke. */
export async function findWideGrants(
  db: Kysely<IdentityTables>,
  { schema, name }: HookTarget & { kind: "function" },
): Promise<readonly string[]> {
  const { rows } = await sql<{ grantee: string }>`
    select distinct case when a.grantee = 0 then 'public' else a.grantee::pg_catalog.regrole::text end as grantee
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    cross join lateral pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
    where n.nspname = ${schema} and p.proname = ${name} and a.privilege_type = 'EXECUTE'
      and (a.grantee = 0 or a.grantee::pg_catalog.regrole::text in ('anon', 'authenticated'))
    order by grantee`.execute(db);
  return rows.map(({ grantee }) => grantee);
}
