import { INTERNAL_ID_LABEL } from "./server-metadata.ts";

/**
 * Which version of their objects a statement stores: the first, the first of objects in folders that must be there, the
 * one after another, or the last, of a removal.
 */
type WriteKind = "first" | "placed" | "next" | "last";

const RECORDED = {
  actor: "text",
  actor_login: "text",
  action: "text",
  target: "text",
  details: "jsonb",
  request_id: "text",
  address: "text",
  written_by: "text",
} as const;

/** What one change brings: the columns of `asked` and their types. The metadata come in three parts around two numbers. */
const COLUMNS: Readonly<Record<WriteKind, Readonly<Record<string, string>>>> = {
  first: versionColumns(),
  placed: versionColumns(),
  next: versionColumns(),
  last: RECORDED,
};

/** Values of the columns, by their names. */
export type Asked = Readonly<Record<string, unknown>>;

/** Where every write says that it has happened, once it is to be seen. */
export const CHANGES_CHANNEL = "vedette_resources";

/** The columns that every write fills, in the order of its values. */
export const VERSION_COLUMNS = `resource_version, is_deleted, resource, namespace, name, uid, generation, internal_id,
  generate_name, title, folder, tags, panel_titles, searched, labels, created_at, created_by, written_at, written_by,
  message, size, metadata, spec`;

/**
 * One statement that stores one version of each of many objects, with its record in the audit log. Its rows are
 * `place` (of the change, from 1), `resource_version`, `internal_id` and `metadata`; a change that does not fit what is
 * there has none.
 *
 * @param counter - of internal ids; for first versions alone
 * @param replaced - the resource versions that must still be current
 */
export function writeStatement(
  kind: WriteKind,
  changes: { counter: string | undefined; replaced: readonly string[]; asked: readonly Asked[] },
): { text: string; parameters: readonly unknown[] } {
  const { counter, replaced, asked } = changes;
  const rows = paddedLength(asked.length);
  const names = Object.keys(COLUMNS[kind]);
  const values = Array.from({ length: rows }, (_, index) => {
    const row = asked[index];
    return row === undefined ? [null, ...names.map(() => null)] : [index + 1, ...names.map((name) => row[name])];
  });
  const second = isFirst(kind) ? counter : replaced;
  return { text: textOf(kind, rows), parameters: [asked.length, second, ...values.flat()] };
}

function isFirst(kind: WriteKind): boolean {
  return kind === "first" || kind === "placed";
}

/** Few lengths make few statements, so that the store keeps a plan of each. Rows without a place are nobody's. */
function paddedLength(length: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(length, 1)));
}

const texts = new Map<string, string>();

function textOf(kind: WriteKind, rows: number): string {
  const key = `${kind} ${rows}`;
  const known = texts.get(key) ?? newTextOf(kind, rows);
  texts.set(key, known);
  return known;
}

function newTextOf(kind: WriteKind, rows: number): string {
  return `with ${askedText(kind, rows)},
    turn as (
      update vedette.counters set value = value + $1::bigint where name = 'resource_version'
      returning value - $1::bigint as before
    ),
    ${BEFORE_STORED[kind]},
    stored as (
      insert into vedette.object_versions (${VERSION_COLUMNS}) ${kind === "last" ? LAST_VALUES : NEW_VALUES}
      ${isFirst(kind) ? IF_NAME_IS_FREE : ""}
      returning resource_version, internal_id, metadata
    ),
    audited as (
      insert into vedette.audit_log (actor, actor_login, action, target, details, request_id, address)
      select actor, actor_login, action, target,
        details || jsonb_build_object('resourceVersion', resource_version::text), request_id, address
      from stored, turn, asked where asked.place = stored.resource_version - turn.before
    )
    select (resource_version - before)::integer as place, resource_version, internal_id, metadata,
      pg_notify('${CHANGES_CHANNEL}', '') as announced
    from stored, turn`;
}

function askedText(kind: WriteKind, rows: number): string {
  const types = ["integer", ...Object.values(COLUMNS[kind])];
  const row = (index: number) =>
    `(${types.map((type, column) => `$${3 + index * types.length + column}::${type}`).join(", ")})`;
  const values = Array.from({ length: rows }, (_, index) => row(index)).join(", ");
  return `asked (place, ${Object.keys(COLUMNS[kind]).join(", ")}) as materialized (values ${values})`;
}

/** The numbers of objects that are new. */
const COUNTED = `counted as (
      insert into vedette.counters (name, value) select $2::text, $1::bigint from turn
      on conflict (name) do update set value = vedette.counters.value + excluded.value
      returning value - $1::bigint as before
    )`;

const NUMBERED = `numbered as (
      select place, turn.before + place as resource_version, counted.before + place as internal_id
      from asked, turn, counted where place is not null
    )`;

/** The folders of new objects, kept from going until these are stored. Locked in a turn: one that has gone is not there. */
const FOLDERS = `folders as (
      select folder.namespace, folder.name from turn, vedette.object_versions folder
      where folder.resource = 'folders' and folder.superseded_by is null and not folder.is_deleted
        and (folder.namespace, folder.name) in (select asked.namespace, asked.folder from asked)
      for share of folder
    )`;

const PLACED = `numbered as (
      select place, turn.before + place as resource_version, counted.before + place as internal_id
      from asked, turn, counted
      where exists (
        select from folders where folders.namespace = asked.namespace and folders.name = asked.folder)
    )`;

/** Ends the versions that are replaced, those that still are current. Their successors have the numbers. */
const ENDED = `ended as (
      update vedette.object_versions version
      set superseded_by = turn.before + wanted.place, superseded_at = now()
      from turn, unnest($2::bigint[]) with ordinality as wanted (replaced, place)
      where version.resource_version = wanted.replaced and version.superseded_by is null and not version.is_deleted
      returning wanted.place, version.*
    ),
    numbered as (select place, superseded_by as resource_version, internal_id from ended)`;

const BEFORE_STORED: Readonly<Record<WriteKind, string>> = {
  first: `${COUNTED}, ${NUMBERED}`,
  placed: `${COUNTED}, ${FOLDERS}, ${PLACED}`,
  next: ENDED,
  last: ENDED,
};

const NEW_VALUES = `select numbered.resource_version, false, resource, namespace, name, uid, generation,
        numbered.internal_id, generate_name, title, folder, tags, panel_titles, searched,
        labels || jsonb_build_object('${INTERNAL_ID_LABEL}', numbered.internal_id::text),
        created_at, created_by, written_at, written_by, message, size,
        before_version || numbered.resource_version || before_internal_id || numbered.internal_id || after_internal_id,
        spec
      from asked join numbered on numbered.place = asked.place`;

const LAST_VALUES = `select superseded_by, true, resource, namespace, name, uid, generation, internal_id,
        generate_name, title, folder, tags, panel_titles, searched, labels, created_at, created_by, now(), asked.written_by, '', size, metadata,
        spec
      from ended join asked on asked.place = ended.place`;

const IF_NAME_IS_FREE = `on conflict (resource, namespace, name) where superseded_by is null and not is_deleted
      do nothing`;

function versionColumns() {
  return {
    ...RECORDED,
    resource: "text",
    namespace: "text",
    name: "text",
    uid: "uuid",
    generation: "bigint",
    generate_name: "text",
    title: "text",
    folder: "text",
    tags: "jsonb",
    panel_titles: "text",
    searched: "text",
    labels: "jsonb",
    created_at: "timestamptz",
    created_by: "text",
    written_at: "timestamptz",
    message: "text",
    size: "integer",
    before_version: "text",
    before_internal_id: "text",
    after_internal_id: "text",
    spec: "text",
  };
}
