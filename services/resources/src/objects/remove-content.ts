import { sql } from "kysely";
import { type Author, authorOf } from "../access/caller.ts";
import { tokenTold } from "../audit/record.ts";
import type { Store } from "./store.ts";
import { VERSION_COLUMNS } from "./write-statement.ts";

/**
 * Removes everything that lies in a folder, at every depth, in one statement. To be called in a turn: what comes into
 * the folder then waits, and finds it gone.
 */
export async function removeContent(
  trx: Store,
  { namespace, folder, author }: { namespace: string; folder: string; author: Author },
): Promise<void> {
  const { caller, requestId, address } = author;
  const by = authorOf(caller);
  await sql`
    with recursive below (name) as (
      select ${folder}::text collate "C"
      union
      select child.name from below join vedette.object_versions child
        on child.resource = 'folders' and child.namespace = ${namespace} and child.folder = below.name
      where child.superseded_by is null and not child.is_deleted
    ),
    doomed as materialized (
      select resource_version, row_number() over (order by resource_version) as place
      from vedette.object_versions
      where namespace = ${namespace} and folder in (select name from below)
        and superseded_by is null and not is_deleted
    ),
    turn as (
      update vedette.counters set value = value + (select count(*) from doomed)
      where name = 'resource_version' returning value
    ),
    ended as (
      update vedette.object_versions version
      set superseded_by = turn.value - (select count(*) from doomed) + doomed.place, superseded_at = now()
      from doomed, turn
      where version.resource_version = doomed.resource_version
      returning version.*
    ),
    audited as (
      insert into vedette.audit_log (actor, actor_login, action, target, details, request_id, address)
      select ${by}, ${caller.login}, resource || '.delete', resource || '/' || namespace || '/' || name,
        jsonb_build_object('resourceVersion', superseded_by::text, 'folder', ${folder}::text,
          'changes', jsonb_build_array(jsonb_build_object('setting', 'title', 'before', title, 'after', null)))
          || ${JSON.stringify(tokenTold(caller))}::jsonb, ${requestId}, ${address}
      from ended
    )
    insert into vedette.object_versions (${sql.raw(VERSION_COLUMNS)})
    select superseded_by, true, resource, namespace, name, uid, generation, internal_id, generate_name, title, folder,
      tags, panel_titles, searched, labels, created_at, created_by, now(), ${by}, '', size, metadata, spec
    from ended`.execute(trx);
}
