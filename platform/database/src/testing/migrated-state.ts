import type { Database } from "../database.ts";

/** How a store looked right after its migrations. */
export interface MigratedState {
  readonly catalogue: string;
  /** Brings every table and sequence back to that. */
  readonly script: string;
}

/** Remembers what the migrations made: putting that back takes a tenth of the time of migrating again. */
export async function rememberState(db: Database): Promise<MigratedState> {
  const { rows: tables } = await db.query(TABLES);
  const { rows: sequences } = await db.query(SEQUENCES);
  const restored = tables.map(({ name, columns }) => restoreTable(db, String(name), String(columns)));
  const script = [
    "set local session_replication_role = replica",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...(await Promise.all(restored)).flat(),
    ...sequences.map(({ name, value }) =>
      value === null
        ? `select setval('${name}', start, false) from (${startOf(String(name))}) as it`
        : `select setval('${name}', ${value})`,
    ),
  ].join(";\n");
  return { catalogue: await readCatalogue(db), script };
}

/** @returns false, and changes nothing, when a test has changed the schema */
export async function restoreState(db: Database, { catalogue, script }: MigratedState): Promise<boolean> {
  if ((await readCatalogue(db)) !== catalogue) return false;
  await db.exec(script);
  return true;
}

/** Which rows the system's catalogue has beyond the engine's own; no statement changes one without a new xmin or a count. */
async function readCatalogue(db: Database): Promise<string> {
  const { rows } = await db.query(
    CATALOGUES.map((rows) => `select count(*)::text || ' ' || max(xmin::text::bigint) as state from ${rows}`).join(
      " union all ",
    ),
  );
  return rows.map(({ state }) => state).join(", ");
}

/** What is made after initdb has this identifier or a higher one. */
const FIRST_OWN_ID = 16_384;

const CATALOGUES = ["pg_class", "pg_attrdef", "pg_constraint", "pg_proc", "pg_trigger", "pg_type", "pg_policy"]
  .map((name) => `pg_catalog.${name} where oid >= ${FIRST_OWN_ID}`)
  .concat(`pg_catalog.pg_attribute where attrelid >= ${FIRST_OWN_ID}`)
  .concat(`pg_catalog.pg_index where indexrelid >= ${FIRST_OWN_ID}`)
  // Those of the engine itself are few, and the schema "public" is one of them.
  .concat(["pg_catalog.pg_namespace", "pg_catalog.pg_default_acl", "pg_catalog.pg_db_role_setting"]);

const OURS = `relnamespace in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`;

const TABLES = `
  select c.oid::regclass::text as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where relkind = 'r' and ${OURS} order by 1`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences`;

const startOf = (sequence: string): string =>
  `select seqstart as start from pg_sequence where seqrelid = '${sequence}'::regclass`;

async function restoreTable(db: Database, name: string, columns: string): Promise<string[]> {
  const { rows } = await db.query(`select json_agg(it)::text as kept from ${name} as it`);
  const kept = rows[0]?.["kept"];
  if (typeof kept !== "string") return [];
  const text = kept.replaceAll("'", "''");
  return [
    `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, '${text}')`,
  ];
}
