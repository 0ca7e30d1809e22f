import { type Database, DatabaseError, type KeyRing } from "@vedette/database";
import { ADDED_COLUMN_NAMES } from "../migrations/complete-auth-schema.ts";
import { LATER_COLUMN_NAMES } from "../migrations/later-releases.ts";
import { KNOWN_COLUMNS, NEWEST_LEVEL, OLDEST_LEVEL, SEALED_COLUMNS } from "./reference-schema.ts";

/** Columns that our migrations add to a schema `auth` that lacks them, as `table.column`. */
const ADDABLE: ReadonlySet<string> = new Set([...ADDED_COLUMN_NAMES, ...LATER_COLUMN_NAMES]);

/** What taking over a database of the reference service means. */
export interface AdoptionPlan {
  /** The newest migration that the reference service has applied; `undefined` where it has never been. */
  readonly level: string | undefined;
  readonly isNewerThanKnown: boolean;
  /** Whether our own migrations are there already. */
  readonly isAdopted: boolean;
  /** `table.column` and whole tables that will be added to the schema `auth`. */
  readonly added: readonly string[];
  /** Columns that we do not know. They are left alone. */
  readonly unknownColumns: readonly string[];
  readonly counts: AdoptionCounts;
  /** How many users have a password of each kind; `none` have no password. */
  readonly passwords: Readonly<Record<string, number>>;
  /** How many secrets each key has sealed. */
  readonly sealedBy: readonly { readonly keyId: string; readonly secrets: number; readonly isKnown: boolean }[];
  /** Addresses that belong to several users because their rows differ in case, or in the plus of a phone number. */
  readonly collisions: readonly AddressCollision[];
  /** Why it cannot be taken over as it is. Nothing has been changed. */
  readonly problems: readonly string[];
}

interface AddressCollision {
  readonly kind: "email" | "phone";
  /** In the form in which addresses are compared. */
  readonly address: string;
  /** The first one signs in with the address. */
  readonly userIds: readonly string[];
}

interface AdoptionCounts {
  readonly users: number;
  /** Those among them who have no address and no account of a provider. */
  readonly anonymousUsers: number;
  readonly identities: number;
  readonly sessions: number;
  /** Refresh tokens that are rows and can still be used. */
  readonly refreshTokens: number;
  readonly factors: number;
  readonly oneTimeTokens: number;
  readonly auditEntries: number;
}

/**
 * Looks at a database and says what taking it over would do. Reads only.
 *
 * @throws DatabaseError
 */
export async function planAdoption(db: Database, keyRing: KeyRing): Promise<AdoptionPlan> {
  const columns = await readColumns(db);
  const level = columns.has("schema_migrations") ? await readLevel(db) : undefined;
  const sealedBy = await readSealingKeys(db, columns, keyRing);
  const passwords = columns.has("users") ? await countPasswords(db) : {};
  const { added, unknownColumns, problems } = compareColumns(columns);
  return {
    level,
    isNewerThanKnown: level !== undefined && level > NEWEST_LEVEL,
    isAdopted: await isMigrated(db),
    added,
    unknownColumns,
    counts: await countRows(db, columns),
    passwords,
    sealedBy,
    collisions: columns.has("users") ? await readCollisions(db) : [],
    problems: [
      ...levelProblems(level, columns),
      ...problems,
      ...(await ownershipProblems(db)),
      ...sealedBy
        .filter(({ isKnown }) => !isKnown)
        .map(
          ({ keyId, secrets }) =>
            `${secrets} secrets are sealed with the key ${JSON.stringify(keyId)}: add it to VEDETTE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS`,
        ),
    ],
  };
}

/**
 * For operators who want to be told before anything happens: refuses a schema `auth` that the reference service has
 * brought to a level that this version does not know.
 *
 * @throws DatabaseError `migration_unknown`
 */
export async function refuseNewerSchema(db: Database): Promise<void> {
  const level = (await readColumns(db)).has("schema_migrations") ? await readLevel(db) : undefined;
  if (level === undefined || level <= NEWEST_LEVEL) return;
  throw new DatabaseError("migration_unknown", {
    detail: `The schema auth is at ${level}, which is newer than ${NEWEST_LEVEL}, the newest that this version knows. Start without --strict-schema if you want that.`,
  });
}

interface Column {
  readonly name: string;
  /** Whether an insert that does not name it fails. */
  readonly isDemanded: boolean;
}

type Columns = ReadonlyMap<string, readonly Column[]>;

async function readColumns(db: Database): Promise<Columns> {
  const { rows } = await db.query(
    `select c.relname as table, a.attname as name,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as demanded
     from pg_catalog.pg_attribute a
     join pg_catalog.pg_class c on c.oid = a.attrelid
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'auth' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`,
  );
  const columns = new Map<string, Column[]>();
  for (const { table, name, demanded } of rows) {
    const list = columns.get(String(table)) ?? [];
    columns.set(String(table), [...list, { name: String(name), isDemanded: demanded === true }]);
  }
  return columns;
}

async function readLevel(db: Database): Promise<string | undefined> {
  const { rows } = await db.query("select max(version) as level from auth.schema_migrations");
  const level = rows[0]?.["level"];
  return typeof level === "string" ? level : undefined;
}

function levelProblems(level: string | undefined, columns: Columns): readonly string[] {
  if (!columns.has("users") || level === undefined) {
    return ["there is no schema auth of Supabase Auth here; vedette start sets a new database up by itself"];
  }
  if (level >= OLDEST_LEVEL) return [];
  return [
    `the schema is at ${level}, and ${OLDEST_LEVEL} is the oldest that can be taken over: start a newer release of Supabase Auth on it once`,
  ];
}

type Comparison = Pick<AdoptionPlan, "added" | "unknownColumns" | "problems">;

function compareColumns(columns: Columns): Comparison {
  const tables = [...KNOWN_COLUMNS].map(([table, known]) => compareTable(table, known, columns.get(table)));
  return {
    added: tables.flatMap(({ added }) => added),
    unknownColumns: tables.flatMap(({ unknownColumns }) => unknownColumns),
    problems: tables.flatMap(({ problems }) => problems),
  };
}

function compareTable(table: string, known: ReadonlySet<string>, there: readonly Column[] | undefined): Comparison {
  if (there === undefined) return { added: [table], unknownColumns: [], problems: [] };
  const names = new Set(there.map(({ name }) => name));
  const missing = [...known].filter((column) => !names.has(column)).map((column) => `${table}.${column}`);
  const unknown = there.filter(({ name }) => !known.has(name));
  return {
    added: missing.filter((path) => ADDABLE.has(path)),
    unknownColumns: unknown.map(({ name }) => `${table}.${name}`),
    problems: [
      ...missing
        .filter((path) => !ADDABLE.has(path))
        .map((path) => `auth.${path} is missing, and no release that can be taken over is without it`),
      ...unknown
        .filter(({ isDemanded }) => isDemanded)
        .map(
          ({ name }) =>
            `auth.${table}.${name} must be filled by every insert, and nobody here knows it: give it a default`,
        ),
    ],
  };
}

/** Only an owner may add a column, whatever else was granted. */
async function ownershipProblems(db: Database): Promise<readonly string[]> {
  const { rows } = await db.query(
    `select distinct pg_catalog.pg_get_userbyid(c.relowner) as owner, current_user as me
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'auth' and c.relkind in ('r', 'p') and not pg_catalog.pg_has_role(c.relowner, 'usage')`,
  );
  return rows.map(
    ({ owner, me }) =>
      `tables of the schema auth belong to ${String(owner)}, and ${String(me)} is not that role: connect as ${String(owner)} or grant it`,
  );
}

async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await db.query("select to_regclass('vedette.migrations') is not null as there");
  if (rows[0]?.["there"] !== true) return false;
  const found = await db.query("select 1 from vedette.migrations where id = 'identity/0001-auth-schema'");
  return found.rows.length > 0;
}

async function countPasswords(db: Database): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query(
    `select case
       when coalesce(encrypted_password, '') = '' then 'none'
       when encrypted_password like '$2_$%' then 'bcrypt'
       when encrypted_password like '$argon2%' then 'argon2'
       when encrypted_password like '$fbscrypt$%' or encrypted_password like '$scrypt$%' then 'scrypt'
       when encrypted_password like '{%' then 'sealed'
       else 'unknown' end as kind, count(*)::int as users
     from auth.users group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ kind, users }) => [String(kind), Number(users)]));
}

async function readCollisions(db: Database): Promise<readonly AddressCollision[]> {
  const { rows } = await db.query(
    `select kind, address, array_agg(id::text order by stored <> address, id)::text[] as ids
     from (
       select 'email' as kind, lower(email) as address, email as stored, id from auth.users
       where email <> '' and deleted_at is null and not is_sso_user
       union all
       select 'phone', ltrim(phone, '+'), phone, id from auth.users where phone <> '' and deleted_at is null
     ) addresses
     group by kind, address having count(*) > 1 order by kind, address`,
  );
  return rows.map(({ kind, address, ids }) => ({
    kind: kind === "phone" ? "phone" : "email",
    address: String(address),
    userIds: Array.isArray(ids) ? ids.map(String) : [],
  }));
}

async function readSealingKeys(db: Database, columns: Columns, keyRing: KeyRing): Promise<AdoptionPlan["sealedBy"]> {
  const secrets = new Map<string, number>();
  for (const { table, column } of SEALED_COLUMNS) {
    if (!columns.get(table)?.some(({ name }) => name === column)) continue;
    // Proven by the table above: these names are ours.
    const { rows } = await db.query(
      `select substring(${column} from '"key_id"\\s*:\\s*"([^"]*)"') as key, count(*)::int as secrets
       from auth.${table} where ${column} like '{%"aes-gcm-hkdf"%' group by 1`,
    );
    for (const row of rows) {
      const key = String(row["key"]);
      secrets.set(key, (secrets.get(key) ?? 0) + Number(row["secrets"]));
    }
  }
  return [...secrets].map(([keyId, count]) => ({ keyId, secrets: count, isKnown: keyRing.masterKeyById.has(keyId) }));
}

const COUNTED = {
  users: ["users", "deleted_at is null"],
  anonymousUsers: ["users", "deleted_at is null and is_anonymous"],
  identities: ["identities", "true"],
  sessions: ["sessions", "not_after is null or not_after > now()"],
  refreshTokens: ["refresh_tokens", "not revoked and session_id is not null"],
  factors: ["mfa_factors", "true"],
  oneTimeTokens: ["one_time_tokens", "true"],
  auditEntries: ["audit_log_entries", "true"],
} as const satisfies Readonly<Record<keyof AdoptionCounts, readonly [table: string, condition: string]>>;

async function countRows(db: Database, columns: Columns): Promise<AdoptionCounts> {
  const count = async (name: keyof AdoptionCounts): Promise<number> => {
    const [table, condition] = COUNTED[name];
    if (!columns.has(table)) return 0;
    const { rows } = await db.query(`select count(*) as rows from auth.${table} where ${condition}`);
    return Number(rows[0]?.["rows"] ?? 0);
  };
  return {
    users: await count("users"),
    anonymousUsers: await count("anonymousUsers"),
    identities: await count("identities"),
    sessions: await count("sessions"),
    refreshTokens: await count("refreshTokens"),
    factors: await count("factors"),
    oneTimeTokens: await count("oneTimeTokens"),
    auditEntries: await count("auditEntries"),
  };
}
