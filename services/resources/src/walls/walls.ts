import { changesTold, removalTold } from "@vedette/identity";
import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { ScreenStatus, WallDisplay } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";
import { giverOf } from "./giver.ts";
import { fromNow, requirePlaylist } from "./pairing.ts";
import { hashWallKey } from "./wall-key.ts";

/** A wall that has not been heard of for so long is away; it reports every few seconds. */
const AWAY_SECONDS = 20;
/** A command that nobody fetched is forgotten: whoever gave it has long gone on. */
const COMMAND_SECONDS = 60;

/** What can be asked of a wall from afar. */
export const WALL_COMMANDS = ["next", "previous", "pause", "play", "identify", "reload"] as const;

type WallCommand = (typeof WALL_COMMANDS)[number];

type AnswererState = "here" | "outside" | "stale" | "gone";

export interface Wall {
  readonly id: string;
  readonly name: string;
  readonly playlist: string;
  readonly isOnline: boolean;
  readonly seenAt: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  /**
   * Whose rights its key has: somebody who is here, who is known to another issuer alone, whose groups there count no
   * longer, or who has left.
   */
  readonly answerer: { readonly login: string; readonly state: AnswererState };
  readonly display: WallDisplay;
  readonly screens: readonly (ScreenStatus & { readonly pictureAt: Date | null })[];
}

/** @param groupsAge - seconds for which the groups of a giver count; 0 for ever */
const answererState = (groupsAge: number) => sql<AnswererState>`case split_part(given_by, ':', 1)
  when 'outside' then case when giver_groups <> '[]' and ${groupsAge}::float8 > 0
    and given_at <= now() - make_interval(secs => ${groupsAge}) then 'stale' else 'outside' end
  when 'api-key' then 'here'
  when 'user' then case when exists (
    select from auth.users u where u.id::text = split_part(given_by, ':', 2) and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())) then 'here' else 'gone' end
  when 'service-account' then case when exists (
    select from vedette.service_accounts a where a.uid::text = split_part(given_by, ':', 2)
      and not a.is_disabled) then 'here' else 'gone' end
  else 'gone' end`;

/** All walls, by name. */
export async function listWalls({ db, settings }: Pick<Resources, "db" | "settings">): Promise<Wall[]> {
  const rows = await db
    .selectFrom("vedette.walls")
    .select(["id", "name", "playlist", "status", "seen_at", "created_at", "created_by", "display", "giver_login"])
    .select(answererState(settings["resources.team_sync_max_age"]).as("answererState"))
    .select(sql<boolean>`coalesce(seen_at > now() - make_interval(secs => ${AWAY_SECONDS}), false)`.as("isOnline"))
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("name")
    .orderBy("id")
    .execute();
  const pictures = await db.selectFrom("vedette.wall_pictures").select(["wall_id", "screen", "taken_at"]).execute();
  const takenAt = (wall: string, screen: string): Date | null =>
    pictures.find((picture) => picture.wall_id === wall && picture.screen === screen)?.taken_at ?? null;
  return rows.map(({ id, name, playlist, status, seen_at, created_at, created_by, display, isOnline, ...giver }) => ({
    id,
    name,
    playlist,
    isOnline,
    seenAt: seen_at,
    createdAt: created_at,
    createdBy: created_by,
    answerer: { login: giver.giver_login, state: giver.answererState },
    display,
    screens: status.screens.map((screen) => ({ ...screen, pictureAt: takenAt(id, screen.name) })),
  }));
}

/** The living wall that a key belongs to. */
export async function findWall(db: Store, key: string) {
  return await db
    .selectFrom("vedette.walls")
    .select(["id", "name", "playlist", "display", "given_by", "giver_provider", "giver_groups"])
    .select(sql<number>`extract(epoch from now() - given_at)::float8`.as("givenAgo"))
    .where("key_hash", "=", hashWallKey(key))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** The picture of a screen; `undefined` when there is none. */
export async function readPicture(db: Store, id: string, screen: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("vedette.wall_pictures")
    .select("picture")
    .where("wall_id", "=", id)
    .where("screen", "=", screen)
    .executeTakeFirst();
  return row?.picture;
}

/** Takes a wall's key away; its screens say within seconds that they have to be paired. @throws ResourceError `wall_not_found` */
export async function removeWall(db: Store, id: string, author: Author): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const wall = await trx
      .deleteFrom("vedette.walls")
      .where("id", "=", id)
      .returning(["name", "playlist"])
      .executeTakeFirst();
    if (wall === undefined) throw new ResourceError("wall_not_found");
    await recordAudit(trx, author, {
      action: "walls.remove",
      target: `walls/${id}`,
      details: { name: wall.name },
      changes: removalTold(wall, ["name", "playlist"]),
    });
  });
}

interface WallNames {
  readonly name: string;
  readonly playlist: string;
}

interface WallChange extends WallNames {
  /** What it was when it was read; when it is absent, the last of two changes stands. */
  readonly seen?: WallNames | undefined;
  readonly author: Author;
}

/**
 * Gives a wall another name or playlist. Whoever does so answers for it from then on: its key shows no more than they
 * may read.
 *
 * @throws ResourceError `wall_not_found`, `wall_overtaken`, those of `requirePlaylist`
 */
export async function changeWall(db: Store, id: string, { name, playlist, seen, author }: WallChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requirePlaylist(trx, playlist, author.caller);
    const wall = trx.selectFrom("vedette.walls").select(["name", "playlist"]).where("id", "=", id).forUpdate();
    const before = await wall.executeTakeFirst();
    if (before === undefined) throw new ResourceError("wall_not_found");
    const isSeen = seen === undefined || (seen.name === before.name && seen.playlist === before.playlist);
    if (!isSeen) throw new ResourceError("wall_overtaken");
    await trx
      .updateTable("vedette.walls")
      .set({ name, playlist, ...giverOf(author.caller) })
      .where("id", "=", id)
      .execute();
    const details = { name, playlist };
    const changes = changesTold(before, details, ["name", "playlist"]);
    await recordAudit(trx, author, { action: "walls.update", target: `walls/${id}`, details, changes });
  });
}

/** One thing that somebody has a wall do. */
export interface CommandWish {
  readonly command: WallCommand;
  /** Its name; empty for all. */
  readonly screen: string;
  readonly author: Author;
}

/** @throws ResourceError `wall_not_found` */
export async function commandWall(db: Store, id: string, { command, screen, author }: CommandWish): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const wall = await trx.selectFrom("vedette.walls").select("id").where("id", "=", id).forShare().executeTakeFirst();
    if (wall === undefined) throw new ResourceError("wall_not_found");
    await forgetCommands(trx, id, "0");
    await trx.insertInto("vedette.wall_commands").values({ wall_id: id, command, screen }).execute();
    await recordAudit(trx, author, { action: "walls.command", target: `walls/${id}`, details: { command, screen } });
  });
}

export interface GivenCommand {
  readonly id: string;
  readonly command: string;
  readonly screen: string;
}

/**
 * Takes what a wall says of its screens.
 *
 * @param lastCommand - id of the newest command that the wall knows; those up to it are done with
 * @returns the commands that it does not know yet, oldest first
 */
export async function takeReport(
  db: Store,
  id: string,
  { screens, lastCommand }: { readonly screens: readonly ScreenStatus[]; readonly lastCommand: string },
): Promise<GivenCommand[]> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("vedette.walls")
      .set({ status: JSON.stringify({ screens }), seen_at: sql<Date>`now()`, expires_at: fromNow() })
      .where("id", "=", id)
      .execute();
    await forgetCommands(trx, id, lastCommand);
    const screenNames = screens.map(({ name }) => name);
    await trx
      .deleteFrom("vedette.wall_pictures")
      .where("wall_id", "=", id)
      .$if(screenNames.length > 0, (query) => query.where("screen", "not in", screenNames))
      .execute();
    return await trx
      .selectFrom("vedette.wall_commands")
      .select(["id", "command", "screen"])
      .where("wall_id", "=", id)
      .orderBy("id")
      .execute();
  });
}

/** Removes the commands of a wall up to one, and those that are too old. */
async function forgetCommands(trx: Store, id: string, upTo: string): Promise<void> {
  await trx
    .deleteFrom("vedette.wall_commands")
    .where("wall_id", "=", id)
    .where((eb) =>
      eb.or([
        eb("id", "<=", upTo),
        eb("created_at", "<", sql<Date>`now() - make_interval(secs => ${COMMAND_SECONDS})`),
      ]),
    )
    .execute();
}

/** Keeps the newest picture of a screen that the wall has told of. @throws ResourceError `wall_screen_unknown` */
export async function keepPicture(db: Store, id: string, screen: string, picture: Uint8Array): Promise<void> {
  const { rows } = await sql`
    insert into vedette.wall_pictures (wall_id, screen, picture)
    select id, ${screen}::text, ${picture}::bytea from vedette.walls
    where id = ${id}::uuid and status -> 'screens' @> ${JSON.stringify([{ name: screen }])}::jsonb
    on conflict (wall_id, screen) do update set picture = excluded.picture, taken_at = now()
    returning screen`.execute(db);
  if (rows.length === 0) throw new ResourceError("wall_screen_unknown");
}
