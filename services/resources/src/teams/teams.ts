import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Action, Permission } from "../access/permissions.ts";
import { isAllowed, type Need } from "../access/permissions.ts";
import { type TokenGroups, teamPeople } from "../access/team-people.ts";
import { lacking, ResourceError } from "../errors.ts";
import { isJsonObject } from "../kinds/kind.ts";
import { IS_CURRENT } from "../objects/store.ts";
import type { ResourceDatabase } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";
import { containing } from "../search/containing.ts";

/** A team as clients of the older API know it. */
export interface Team {
  readonly id: number;
  /** `metadata.name` of the resource. */
  readonly uid: string;
  /** Never used for another team. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  /** Counts the changes of name and e-mail, from 1; who belongs to the team is no part of it. */
  readonly version: number;
  /** Of the state read here, for a write that must not go over another one. */
  readonly resourceVersion: string;
  readonly created: Date;
  readonly updated: Date;
  readonly memberCount: number;
}

/** Where teams are, and whether groups bring people into them. */
type TeamStore = Pick<Resources, "db" | "settings" | "identity">;

/** Team ids are whole positive numbers, written plainly. */
export const TEAM_ID_PATTERN = "^[1-9][0-9]{0,17}$";

/** What of a team is asked for. */
export interface TeamNeed {
  readonly action: Action;
  /** The team's id, from the address. */
  readonly id: string;
}

/** @throws ResourceError `not_allowed` */
export function requireTeamAccess(held: readonly Permission[], { action, id }: TeamNeed): void {
  const needs: Need[] = [{ action, scopes: ["teams:*", `teams:id:${id}`] }];
  if (!isAllowed(held, needs)) throw lacking(action);
}

/** @throws ResourceError `team_not_found` */
export async function requireTeam(resources: TeamStore, namespace: string, id: string): Promise<Team> {
  const team = await findTeam(resources, namespace, id);
  if (team === undefined) throw new ResourceError("team_not_found");
  return team;
}

export async function findTeam(resources: TeamStore, namespace: string, id: string): Promise<Team | undefined> {
  const row = await teams(resources, namespace).where("internal_id", "=", id).executeTakeFirst();
  return row && teamOf(row);
}

export async function findTeamByName(resources: TeamStore, namespace: string, name: string): Promise<Team | undefined> {
  const row = await teams(resources, namespace).where("name", "=", name).executeTakeFirst();
  return row && teamOf(row);
}

/** @param key - the uid that no other team ever has */
export async function findTeamByKey(resources: TeamStore, namespace: string, key: string): Promise<Team | undefined> {
  const row = await teams(resources, namespace).where("uid", "=", key).executeTakeFirst();
  return row && teamOf(row);
}

export interface TeamSearch {
  readonly namespace: string;
  /** The teams that may be seen; `undefined` for all. */
  readonly visibleNames: readonly string[] | undefined;
  /** Part of the name, case ignored; empty for all. */
  readonly query: string;
  /** The exact name; empty for all. */
  readonly name: string;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One page of teams by name, and how many there are. */
export async function searchTeams(resources: TeamStore, search: TeamSearch): Promise<{ teams: Team[]; total: number }> {
  const { namespace, visibleNames, query, name, page, perPage } = search;
  const matches = (eb: ExpressionBuilder<ResourceDatabase, "vedette.object_versions">) =>
    eb.and([
      eb("title", "ilike", containing(query)),
      ...(name === "" ? [] : [eb("title", "=", name)]),
      ...(visibleNames === undefined ? [] : [sql<SqlBool>`name = any(${visibleNames}::text[])`]),
    ]);
  const { count } = await resources.db
    .selectFrom("vedette.object_versions")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("resource", "=", "teams")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .where(matches)
    .executeTakeFirstOrThrow();
  const rows = await teams(resources, namespace)
    .where(matches)
    .orderBy(sql`lower(title)`)
    .orderBy("name")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { teams: rows.map(teamOf), total: Number(count) };
}

/** The teams that somebody belongs to, by name. */
export async function teamsOfUser(
  resources: TeamStore,
  namespace: string,
  { uid, present }: { readonly uid: string; readonly present?: TokenGroups | undefined },
): Promise<Team[]> {
  const rows = await teams(resources, namespace)
    .where(
      sql<boolean>`uid in (select people.team_uid from (${teamPeople(resources, present)}) people where people.user_id = ${uid}::uuid)`,
    )
    .orderBy("title")
    .execute();
  return rows.map(teamOf);
}

function teams(resources: TeamStore, namespace: string) {
  return resources.db
    .selectFrom("vedette.object_versions")
    .select([
      "internal_id",
      "name",
      "uid",
      "title",
      "spec",
      "created_at",
      "written_at",
      "generation",
      "resource_version",
    ])
    .select(
      sql<number>`(
        select count(distinct people.user_id)::integer from (${teamPeople(resources)}) people join auth.users u on u.id = people.user_id
        where people.team_uid = object_versions.uid)`.as("memberCount"),
    )
    .where("resource", "=", "teams")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT);
}

type TeamRow = Awaited<ReturnType<ReturnType<typeof teams>["executeTakeFirstOrThrow"]>>;

function teamOf({ internal_id, name, uid, title, spec, created_at, written_at, ...row }: TeamRow): Team {
  const document: unknown = JSON.parse(spec);
  const email = isJsonObject(document) ? document["email"] : undefined;
  return {
    id: Number(internal_id),
    uid: name,
    key: uid,
    name: title,
    email: typeof email === "string" ? email : "",
    version: Number(row.generation),
    resourceVersion: row.resource_version,
    created: created_at,
    updated: written_at,
    memberCount: row.memberCount,
  };
}
