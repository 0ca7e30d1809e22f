import { sql } from "kysely";
import type { Store } from "../objects/store.ts";
import { containing } from "../search/containing.ts";

/** What is looked for; an empty text is anything. */
export interface AuditFilter {
  /** Part of the name of who did it. */
  readonly actor: string;
  /** How what was done begins, e.g. `dashboards.`. */
  readonly action: string;
  /** Part of what it was done to. */
  readonly target: string;
  /** From this moment on. */
  readonly from: Date | undefined;
  /** Before this moment. */
  readonly to: Date | undefined;
}

export const EVERY_RECORD: AuditFilter = { actor: "", action: "", target: "", from: undefined, to: undefined };

export interface AuditSearch extends AuditFilter {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One record, as people read it. */
export interface FoundRecord {
  readonly id: string;
  readonly at: Date;
  /** Kind and id, as `authorOf` writes them. */
  readonly actor: string;
  readonly actorLogin: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly address: string;
}

/** One page of the records, newest first, and how many there are. */
export async function searchAudit(
  db: Store,
  { page, perPage, ...filter }: AuditSearch,
): Promise<{ records: FoundRecord[]; total: number }> {
  const matches = matching(filter);
  const records = await db
    .selectFrom("vedette.audit_log")
    .where(matches)
    .select([
      "id",
      "at",
      "actor",
      "actor_login as actorLogin",
      "action",
      "target",
      "details",
      "request_id as requestId",
      "address",
    ])
    .orderBy("id", "desc")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await db
    .selectFrom("vedette.audit_log")
    .where(matches)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { records, total: Number(total) };
}

/** The condition on a record. */
export function matching({ actor, action, target, from, to }: AuditFilter) {
  const conditions = [
    ...(actor === "" ? [] : [sql`actor_login ilike ${containing(actor)}`]),
    ...(action === "" ? [] : [sql`starts_with(action, ${action})`]),
    ...(target === "" ? [] : [sql`target ilike ${containing(target)}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
  ];
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
