import { sql } from "kysely";
import { type FieldFault, ResourceError } from "../errors.ts";
import { shownKey } from "../kinds/dialect.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";
import { ANNOTATIONS } from "./server-metadata.ts";
import { isThere, type Store } from "./store.ts";

/** How deep folders may lie in each other. */
const MAX_DEPTH = 8;

/** An object on its way into a folder. */
export interface Placement {
  readonly namespace: string;
  /** Absent for a name that is still to be made. */
  readonly name: string | undefined;
  /** Empty for the root. */
  readonly folder: string;
}

/**
 * Checks that an object can lie in a folder. To be called in a turn, so that the folder cannot go in between.
 *
 * @throws ResourceError `object_invalid` unless the folder exists, `folder_invalid` for a folder that would lie in
 *   itself or too deep
 */
export async function requireFolder(trx: Store, kind: Kind, { namespace, name, folder }: Placement): Promise<void> {
  if (folder === "") return;
  if (!(await isThere(trx, { resource: "folders", namespace, name: folder }))) {
    const fault = placeFault(kind, `the folder ${JSON.stringify(folder)} does not exist`);
    throw new ResourceError("object_invalid", { subject: subjectOf(kind, name ?? ""), faults: [fault] });
  }
  if (kind.plural === "folders") await requireTree(trx, kind, { namespace, name, folder });
}

/** The folders above one, itself first. */
export async function ancestorsOf(db: Store, namespace: string, folder: string): Promise<string[]> {
  if (folder === "") return [];
  const { rows } = await sql<{ name: string }>`
    with recursive above (name, parent, depth) as (
      select name, folder, 1 from vedette.object_versions
      where resource = 'folders' and namespace = ${namespace} and name = ${folder}
        and superseded_by is null and not is_deleted
      union all
      select parent.name, parent.folder, above.depth + 1
      from above join vedette.object_versions parent
        on parent.resource = 'folders' and parent.namespace = ${namespace} and parent.name = above.parent
      where parent.superseded_by is null and not parent.is_deleted and above.depth < ${4 * MAX_DEPTH}
    )
    select name from above order by depth`.execute(db);
  return rows.map(({ name }) => name);
}

async function requireTree(trx: Store, kind: Kind, { namespace, name = "", folder }: Placement): Promise<void> {
  const above = await ancestorsOf(trx, namespace, folder);
  if (above.includes(name)) throw misplaced(kind, name, "a folder cannot lie in itself or below itself");
  const height = name === "" ? 1 : await heightOf(trx, namespace, name);
  if (above.length + height > MAX_DEPTH) throw misplaced(kind, name, `folders lie at most ${MAX_DEPTH} deep`);
}

function misplaced(kind: Kind, name: string, detail: string): ResourceError {
  return new ResourceError("folder_invalid", {
    subject: subjectOf(kind, name),
    detail,
    faults: [placeFault(kind, detail)],
  });
}

function placeFault(kind: Kind, message: string): FieldFault {
  const field = `metadata.annotations[${shownKey(kind, ANNOTATIONS.folder)}]`;
  return { reason: "FieldValueInvalid", field, message };
}

/** Levels of folders that a folder and what lies below it take: 1 for one without any. */
async function heightOf(db: Store, namespace: string, name: string): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    with recursive below (name, depth) as (
      select ${name}::text collate "C", 1
      union all
      select child.name, below.depth + 1
      from below join vedette.object_versions child
        on child.resource = 'folders' and child.namespace = ${namespace} and child.folder = below.name
      where child.superseded_by is null and not child.is_deleted and below.depth < ${4 * MAX_DEPTH}
    )
    select max(depth)::integer as height from below`.execute(db);
  return rows[0]?.height ?? 1;
}
