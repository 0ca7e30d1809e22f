import { sql } from "kysely";
import { FORGOTTEN_COUNTER, type Store } from "../objects/store.ts";

/**
 * Removes old versions of objects that have more than are kept, the oldest first. Whatever was current within the last
 * hour stays, so that lists and watches that have begun can go on. Watches from before what is gone are refused.
 *
 * @param kept - versions of each object, the current one among them
 * @returns how many were removed
 */
export async function forgetOldVersions(db: Store, kept: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with aged as (
      select resource_version, row_number() over (partition by uid order by resource_version desc) as place
      from vedette.object_versions
      where uid in (select uid from vedette.object_versions group by uid having count(*) > ${kept})
    ),
    gone as (
      delete from vedette.object_versions version using aged
      where version.resource_version = aged.resource_version and aged.place > ${kept}
        and version.superseded_at < now() - interval '1 hour'
      returning version.superseded_by
    ),
    marked as (
      insert into vedette.counters (name, value)
      select ${sql.lit(FORGOTTEN_COUNTER)}, max(superseded_by) from gone having count(*) > 0
      on conflict (name) do update set value = greatest(vedette.counters.value, excluded.value)
    )
    select count(*)::integer as count from gone`.execute(db);
  return rows[0]?.count ?? 0;
}
