import { creationTold } from "@vedette/identity";
import { sql } from "kysely";
import type { Author, Caller } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import { isThere, type Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { giverOf } from "./giver.ts";
import { hashPairingCode, newPairingCode, readPairingCode } from "./pairing-code.ts";
import {
  dashboardsOfPlaylist,
  MOST_DASHBOARDS,
  mayReadPlaylist,
  namesHidden,
  WALL_NAMESPACE,
} from "./playlist-content.ts";
import { hashWallKey, newWallKey } from "./wall-key.ts";

const LIFETIME_MINUTES = 10;
/** Walls that wait at one network address, and altogether; one more takes the place of another. */
const MOST_AT_ADDRESS = 20;
const MOST = 500;
/** A wall that nobody switched on for so long has to be paired again; every report begins the time anew. */
const KEY_DAYS = 90;

/** What a wall says of itself before anybody knows it. */
export interface PairingWish {
  readonly playlist: string;
  /** Of the machine. */
  readonly name: string;
  /** Where it is, by the key of whom limits count as one. */
  readonly address: string;
}

export interface Pairing {
  /** For people. */
  readonly code: string;
  /** For the wall: good for nothing until somebody has typed the code. */
  readonly key: string;
  readonly expiresAt: Date;
}

/** Lets a wall wait for somebody who types its code. @throws ResourceError `wall_pairings_full` when too many wait at its address */
export async function beginPairing({ db, tokenKey }: Resources, wish: PairingWish): Promise<Pairing> {
  const code = newPairingCode();
  const key = newWallKey();
  const expiresAt = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("vedette.wall_pairings").where("expires_at", "<=", sql<Date>`now()`).execute();
    await requireRoom(trx, wish.address);
    const row = await trx
      .insertInto("vedette.wall_pairings")
      .values({
        ...wish,
        key_hash: hashWallKey(key),
        code_hash: hashPairingCode(code, tokenKey),
        expires_at: sql<Date>`now() + make_interval(mins => ${LIFETIME_MINUTES})`,
      })
      .returning("expires_at")
      .executeTakeFirstOrThrow();
    return row.expires_at;
  });
  return { code, key, expiresAt };
}

async function requireRoom(trx: Store, address: string): Promise<void> {
  const { all, here } = await trx
    .selectFrom("vedette.wall_pairings")
    .select(({ fn }) => [
      fn.countAll<string>().as("all"),
      fn.countAll<string>().filterWhere("address", "=", address).as("here"),
    ])
    .executeTakeFirstOrThrow();
  if (Number(here) >= MOST_AT_ADDRESS) throw new ResourceError("wall_pairings_full");
  const tooMany = Number(all) + 1 - MOST;
  if (tooMany > 0) await dropFromCrowds(trx, tooMany);
}

/** Where most wait, the one goes that has waited longest: whoever fills the room does it to themselves. */
async function dropFromCrowds(trx: Store, count: number): Promise<void> {
  await sql`
    delete from vedette.wall_pairings where key_hash in (
      select key_hash from (
        select key_hash, created_at, count(*) over (partition by address) as here from vedette.wall_pairings) waiting
      order by here desc, created_at limit ${count})`.execute(trx);
}

/** How the pairing of a key stands. `gone`: its code is too old, or the wall was removed. */
export type PairingState = "waiting" | "paired" | "gone";

export async function pairingState(db: Store, key: string): Promise<PairingState> {
  const hash = hashWallKey(key);
  const { rows } = await sql<{ state: PairingState }>`
    select 'paired' as state from vedette.walls where key_hash = ${hash} and expires_at > now()
    union all
    select 'waiting' from vedette.wall_pairings where key_hash = ${hash} and expires_at > now()`.execute(db);
  return rows[0]?.state ?? "gone";
}

/** What somebody decides who types a code. Empty name or playlist: as the wall wishes. */
export interface Admission {
  readonly code: string;
  readonly name: string;
  readonly playlist: string;
  readonly author: Author;
}

/**
 * Lets the wall in that shows the code; the code is used up with it.
 *
 * @returns the wall's id
 * @throws ResourceError `wall_code_wrong`, also for one that is too old; those of `requirePlaylist`, which leave the code
 */
export async function admitWall({ db, tokenKey }: Resources, admission: Admission): Promise<string> {
  const { author } = admission;
  return await db.transaction().execute(async (trx) => {
    const wish = await trx
      .deleteFrom("vedette.wall_pairings")
      .where("code_hash", "=", hashPairingCode(readPairingCode(admission.code), tokenKey))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["key_hash", "name", "playlist"])
      .executeTakeFirst();
    if (wish === undefined) throw new ResourceError("wall_code_wrong");
    const name = admission.name || wish.name;
    const playlist = admission.playlist || wish.playlist;
    await requirePlaylist(trx, playlist, author.caller);
    const { login } = author.caller;
    const { id } = await trx
      .insertInto("vedette.walls")
      .values({
        key_hash: wish.key_hash,
        name,
        playlist,
        created_by: login,
        ...giverOf(author.caller),
        expires_at: fromNow(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(trx, author, {
      action: "walls.pair",
      target: `walls/${id}`,
      details: { name, playlist },
      changes: creationTold({ name, playlist }, ["name", "playlist"]),
    });
    return id;
  });
}

export function fromNow() {
  return sql<Date>`now() + make_interval(days => ${KEY_DAYS})`;
}

/**
 * Nobody shows others what they may not see themselves. What a tag stands for is narrowed to what they may read.
 *
 * @throws ResourceError `wall_playlist_unknown`, `wall_playlist_large`, `wall_playlist_hidden`
 */
export async function requirePlaylist(db: Store, name: string, { permissions }: Caller): Promise<void> {
  if (!mayReadPlaylist(permissions, name)) throw new ResourceError("wall_playlist_hidden");
  if (!(await isThere(db, { resource: "playlists", namespace: WALL_NAMESPACE, name }))) {
    throw new ResourceError("wall_playlist_unknown", { detail: `There is no playlist "${name}". Choose another one.` });
  }
  if (await namesHidden(db, name, permissions)) throw new ResourceError("wall_playlist_hidden");
  const dashboards = await dashboardsOfPlaylist(db, name, { permissions, most: MOST_DASHBOARDS + 1 });
  if (dashboards.length > MOST_DASHBOARDS) throw new ResourceError("wall_playlist_large");
}
