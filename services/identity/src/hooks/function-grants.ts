import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { HookTarget } from "./hook-target.ts";

type FunctionTarget = HookTarget & { kind: "function" };

/** The roles that hooks in the database run as: ours, or that of an installation that was taken over. */
const HOOK_ROLES = ["vedette_auth_admin", "supabase_auth_admin"] as const;

/** One thing that somebody may do with a function, and whether that is as it must be. */
export interface FunctionGrant {
  readonly grantee: string;
  readonly privilege: "execute" | "usage";
  readonly isGranted: boolean;
  readonly isRight: boolean;
  /** What mends it; empty where it is right. */
  readonly sql: string;
}

/**
 * Who may call a hook and who may not.
 *
 * @returns nothing where there is no such function
 */
export async function functionGrants(db: Kysely<IdentityTables>, target: FunctionTarget): Promise<FunctionGrant[]> {
  const [role] = await rolesOf(db, target);
  if (role === undefined) return [];
  const { schema, sql: name } = target;
  const needed = (privilege: FunctionGrant["privilege"], isGranted: boolean, on: string): FunctionGrant => ({
    grantee: role.role,
    privilege,
    isGranted,
    isRight: isGranted,
    sql: isGranted ? "" : `grant ${privilege} on ${on} to ${role.role}`,
  });
  const wide = await findWideGrants(db, target);
  return [
    needed("usage", role.may_use, `schema "${schema}"`),
    needed("execute", role.may_execute, `function ${name}`),
    ...OTHERS.map((grantee): FunctionGrant => {
      const isGranted = wide.includes(grantee);
      return {
        grantee,
        privilege: "execute",
        isGranted,
        isRight: !isGranted,
        sql: isGranted ? `revoke execute on function ${name} from ${grantee}` : "",
      };
    }),
  ];
}

/** The first of our roles that may execute a function of this name. */
export async function findExecutor(db: Kysely<IdentityTables>, target: FunctionTarget): Promise<string | undefined> {
  const [first] = await rolesOf(db, target);
  return first?.may_execute && first.may_use ? first.role : undefined;
}

/** Our roles, those first that may do everything. */
async function rolesOf(db: Kysely<IdentityTables>, { schema, name }: FunctionTarget) {
  const { rows } = await sql<{ role: string; may_execute: boolean; may_use: boolean }>`
    select role, may_execute, may_use
    from (
      select r.rolname as role,
        pg_catalog.has_function_privilege(r.oid, p.oid, 'execute') as may_execute,
        pg_catalog.has_schema_privilege(r.oid, n.oid, 'usage') as may_use
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_roles r on r.rolname in (${sql.join(HOOK_ROLES)})
      where n.nspname = ${schema} and p.proname = ${name}
    ) g
    order by may_execute and may_use desc, role desc
    limit 1`.execute(db);
  return rows;
}

/** Whoever comes over the network, and everybody. */
const OTHERS: readonly string[] = ["public", "anon", "authenticated"];

/** Everybody who may execute a hook and should not: the grants that its operator forgot to revoke. */
export async function findWideGrants(
  db: Kysely<IdentityTables>,
  { schema, name }: FunctionTarget,
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
