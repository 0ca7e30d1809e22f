import { isUuid } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { type Column, conditionOf, type FilterColumns } from "./filter-condition.ts";
import { USER_ATTRIBUTES } from "./scim-attributes.ts";
import type { ScimFilter } from "./scim-path.ts";
import type { ScimPerson, StoredPerson } from "./scim-person.ts";

function selectPeople(db: Kysely<IdentityTables>) {
  return db
    .selectFrom("vedette.scim_users as d")
    .innerJoin("auth.users as u", "u.id", "d.user_id")
    .where("u.deleted_at", "is", null)
    .select(["d.user_id as userId", "d.user_name as userName", "d.external_id as externalId"])
    .select(["d.is_active as isActive", "d.attributes", "d.created_at as createdAt", "d.updated_at as updatedAt"])
    .select(sql<string>`coalesce(u.email, '')`.as("email"));
}

/** Somebody of the directory; nobody else is to be seen through it. */
export async function findPerson(db: Kysely<IdentityTables>, id: string): Promise<StoredPerson | undefined> {
  if (!isUuid(id)) return undefined;
  return selectPeople(db).where("d.user_id", "=", id).executeTakeFirst();
}

export interface PeopleQuery {
  readonly filter: ScimFilter | undefined;
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
}

/** Some people of the directory, in the order in which they came, and how many there are. */
export async function listPeople(
  db: Kysely<IdentityTables>,
  { filter, offset, limit }: PeopleQuery,
): Promise<{ people: readonly StoredPerson[]; total: number }> {
  const isMeant = filter === undefined ? sql<boolean>`true` : conditionOf(filter, COLUMNS);
  const people = await selectPeople(db)
    .where(isMeant)
    .orderBy("d.created_at")
    .orderBy("d.user_id")
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom("vedette.scim_users as d")
    .innerJoin("auth.users as u", "u.id", "d.user_id")
    .where("u.deleted_at", "is", null)
    .where(isMeant)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { people, total: Number(total) };
}

const text = (name: string): Column => ({ kind: "text", sql: sql`(d.attributes ->> ${sql.lit(name)})` });
const member = (name: string) => sql`(item ->> ${sql.lit(name)})`;

/** The addresses of a user as `emailsOf` shows them: the entry without a value is the sign-in address. */
const EMAILS = sql`jsonb_array_elements(
  case jsonb_typeof(d.attributes -> 'emails') when 'array' then d.attributes -> 'emails'
  else '[{"type": "work", "primary": true}]'::jsonb end) email (item)`;

const COLUMNS: FilterColumns = {
  urn: USER_ATTRIBUTES.urn,
  columns: new Map<string, Column>([
    ["id", { kind: "exactText", sql: sql`d.user_id::text` }],
    ["username", { kind: "text", sql: sql`d.user_name` }],
    ["externalid", { kind: "exactText", sql: sql`d.external_id` }],
    ["active", { kind: "boolean", sql: sql`d.is_active` }],
    ["displayname", text("displayName")],
    ["name.formatted", text("formatted")],
    ["name.familyname", text("familyName")],
    ["name.givenname", text("givenName")],
    ["meta.created", { kind: "dateTime", sql: sql`d.created_at` }],
    ["meta.lastmodified", { kind: "dateTime", sql: sql`d.updated_at` }],
    ["meta.resourcetype", { kind: "exactText", sql: sql`'User'::text` }],
  ]),
  lists: new Map([
    [
      "emails",
      {
        rows: EMAILS,
        columns: new Map<string, Column>([
          ["value", { kind: "text", sql: sql`coalesce(${member("value")}, u.email)` }],
          ["type", { kind: "text", sql: member("type") }],
          ["primary", { kind: "boolean", sql: sql`(${member("primary")})::boolean` }],
        ]),
      },
    ],
  ]),
};

/** The constraints that refuse a second person of one name. */
export const SCIM_UNIQUE: ReadonlySet<string> = new Set([
  "scim_users_pkey",
  "scim_users_user_name_key",
  "scim_users_external_id_key",
]);

export async function putPerson(trx: Kysely<IdentityTables>, userId: string, person: ScimPerson): Promise<void> {
  const row = {
    user_name: person.userName,
    external_id: person.externalId,
    is_active: person.isActive,
    attributes: JSON.stringify(person.attributes),
    updated_at: sql<Date>`now()`,
  };
  const { numUpdatedRows } = await trx
    .updateTable("vedette.scim_users")
    .set(row)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await trx
      .insertInto("vedette.scim_users")
      .values({ user_id: userId, ...row })
      .execute();
}
