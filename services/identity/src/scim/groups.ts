import { isUuid } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { type Column, conditionOf, type FilterColumns } from "./filter-condition.ts";
import { GROUP_ATTRIBUTES } from "./scim-attributes.ts";
import { invalid, type ScimGroup, type StoredGroup } from "./scim-group.ts";
import type { ScimFilter } from "./scim-path.ts";

type Row = Omit<StoredGroup, "members">;

function selectGroups(db: Kysely<IdentityTables>) {
  return db
    .selectFrom("vedette.scim_groups as g")
    .select(["g.id", "g.display_name as displayName", "g.external_id as externalId"])
    .select(["g.created_at as createdAt", "g.updated_at as updatedAt"]);
}

/** A group of the directory with its members. */
export async function findGroup(db: Kysely<IdentityTables>, id: string): Promise<StoredGroup | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await selectGroups(db).where("g.id", "=", id).executeTakeFirst();
  return row && { ...row, members: (await membersOf(db, [row.id])).get(row.id) ?? [] };
}

/** The same, held until the transaction ends: changes to a group come one after the other. */
export async function lockGroup(trx: Kysely<IdentityTables>, id: string): Promise<StoredGroup | undefined> {
  if (!isUuid(id)) return undefined;
  const found = await trx
    .selectFrom("vedette.scim_groups")
    .where("id", "=", id)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  return found && findGroup(trx, found.id);
}

async function membersOf(
  db: Kysely<IdentityTables>,
  groups: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom("vedette.scim_group_members")
    .where("group_id", "in", groups)
    .select(["group_id", "user_id"])
    .orderBy("added_at")
    .orderBy("user_id")
    .execute();
  const members = new Map<string, string[]>();
  for (const { group_id: group, user_id: user } of rows) {
    const known = members.get(group);
    if (known === undefined) members.set(group, [user]);
    else known.push(user);
  }
  return members;
}

export interface GroupQuery {
  readonly filter: ScimFilter | undefined;
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
  readonly withMembers: boolean;
}

/** Members of all groups of one page: more groups come with the next page. */
const MEMBERS_OF_PAGE = 20_000;

/** Some groups of the directory, in the order in which they came, and how many there are. */
export async function listGroups(
  db: Kysely<IdentityTables>,
  { filter, offset, limit, withMembers }: GroupQuery,
): Promise<{ groups: readonly StoredGroup[]; total: number }> {
  const isMeant = filter === undefined ? sql<boolean>`true` : conditionOf(filter, COLUMNS);
  const rows = await selectGroups(db)
    .where(isMeant)
    .select(sql<number>`(select count(*)::int from vedette.scim_group_members m where m.group_id = g.id)`.as("size"))
    .orderBy("g.created_at")
    .orderBy("g.id")
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom("vedette.scim_groups as g")
    .where(isMeant)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const page = withMembers ? firstOf(rows) : rows;
  const ids = page.map(({ id }) => id);
  const members = withMembers && ids.length > 0 ? await membersOf(db, ids) : undefined;
  const groups = page.map(({ size: _size, ...row }) => ({ ...row, members: members?.get(row.id) ?? [] }));
  return { groups, total: Number(total) };
}

/** At least one, however large it is. */
function firstOf(rows: readonly (Row & { readonly size: number })[]) {
  let members = 0;
  const end = rows.findIndex(({ size }, index) => {
    members += size;
    return index > 0 && members > MEMBERS_OF_PAGE;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

const COLUMNS: FilterColumns = {
  urn: GROUP_ATTRIBUTES.urn,
  columns: new Map<string, Column>([
    ["id", { kind: "exactText", sql: sql`g.id::text` }],
    ["displayname", { kind: "text", sql: sql`g.display_name` }],
    ["externalid", { kind: "exactText", sql: sql`g.external_id` }],
    ["meta.created", { kind: "dateTime", sql: sql`g.created_at` }],
    ["meta.lastmodified", { kind: "dateTime", sql: sql`g.updated_at` }],
    ["meta.resourcetype", { kind: "exactText", sql: sql`'Group'::text` }],
  ]),
  lists: new Map([
    [
      "members",
      {
        rows: sql`(select user_id from vedette.scim_group_members where group_id = g.id) m`,
        columns: new Map<string, Column>([
          ["value", { kind: "text", sql: sql`m.user_id::text` }],
          ["type", { kind: "text", sql: sql`'User'::text` }],
        ]),
      },
    ],
  ]),
};

/** The constraints that refuse a second group of one name or id. */
export const GROUP_UNIQUE: ReadonlySet<string> = new Set([
  "scim_groups_display_name_key",
  "scim_groups_external_id_key",
]);

export async function insertGroup(trx: Kysely<IdentityTables>, id: string, group: ScimGroup): Promise<void> {
  await trx
    .insertInto("vedette.scim_groups")
    .values({ id, display_name: group.displayName, external_id: group.externalId })
    .execute();
}

export async function updateGroup(trx: Kysely<IdentityTables>, id: string, group: ScimGroup): Promise<void> {
  await trx
    .updateTable("vedette.scim_groups")
    .set({ display_name: group.displayName, external_id: group.externalId, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** @throws ScimError `invalidValue` for what is no user of the directory */
export async function addMembers(
  trx: Kysely<IdentityTables>,
  group: string,
  members: readonly string[],
): Promise<void> {
  if (members.length === 0) return;
  const odd = members.find((id) => !isUuid(id));
  if (odd !== undefined) throw unknownMember(odd);
  const { rows } = await sql<{ user_id: string }>`
    insert into vedette.scim_group_members (group_id, user_id)
    select ${group}::uuid, d.user_id from vedette.scim_users d join auth.users u on u.id = d.user_id
    where d.user_id = any(${members}::uuid[]) and u.deleted_at is null
    for key share of d
    returning user_id`.execute(trx);
  const added = new Set(rows.map(({ user_id }) => user_id));
  const missing = members.find((id) => !added.has(id));
  if (missing !== undefined) throw unknownMember(missing);
}

function unknownMember(id: string) {
  return invalid(`The directory has no user with the id ${id}`);
}

export async function removeMembers(
  trx: Kysely<IdentityTables>,
  group: string,
  members: readonly string[],
): Promise<void> {
  if (members.length === 0) return;
  await sql`delete from vedette.scim_group_members
    where group_id = ${group}::uuid and user_id = any(${members}::uuid[])`.execute(trx);
}

/** @returns whether there was such a group */
export async function deleteGroup(trx: Kysely<IdentityTables>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("vedette.scim_groups").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countGroups(trx: Kysely<IdentityTables>): Promise<number> {
  const { total } = await trx
    .selectFrom("vedette.scim_groups")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}
