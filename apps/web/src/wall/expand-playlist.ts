import type { PlaylistItem, Schedule } from "../api/playlists.ts";
import { isOn, wallTime } from "../playlists/schedule.ts";
import { askNameOfId, askPlaylist, askTagged } from "./wall-queries.ts";

/** One dashboard's turn on the wall. */
export interface Stop {
  readonly uid: string;
  /** How long it stays, where it is not the playlist's interval. */
  readonly interval?: string;
  /** Range and variables of this turn, as an address has them: `from=now-1h&to=now&var-job=api`. */
  readonly queryParams?: string;
  /** When it has its turn; without one, always. */
  readonly schedule?: Schedule;
}

/** What one round of a playlist shows. */
export interface Round {
  readonly title: string;
  readonly interval: string;
  readonly stops: readonly Stop[];
  /** What schedules are in; this machine's time unless said. */
  readonly timezone?: string;
}

/** The names of the dashboards that tags and old ids stand for. */
export interface Found {
  readonly byTag: ReadonlyMap<string, readonly string[]>;
  readonly byId: ReadonlyMap<string, string>;
}

/**
 * Asks the server what the playlist holds now: the playlist itself, and what its tags and old ids stand for.
 *
 * @throws ApiError when the server does not answer, or there is no such playlist
 */
export async function loadRound(name: string, signal?: AbortSignal): Promise<Round> {
  const { spec } = await askPlaylist(name, signal);
  const byTag = new Map<string, readonly string[]>();
  const byId = new Map<string, string>();
  for (const tag of valuesOf(spec.items, "dashboard_by_tag")) {
    const rows = await askTagged(tag, signal);
    byTag.set(
      tag,
      rows.map(({ uid }) => uid),
    );
  }
  for (const id of valuesOf(spec.items, "dashboard_by_id")) {
    const found = await askNameOfId(id, signal);
    if (found !== undefined) byId.set(id, found);
  }
  const { title, interval, timezone } = spec;
  const stops = expandItems(spec.items, { byTag, byId });
  return { title, interval, stops, ...(timezone === undefined ? {} : { timezone }) };
}

/** The stops that have their turn at this time. */
export function stopsAt({ stops, timezone }: Round, now: Date): readonly Stop[] {
  if (stops.every(({ schedule }) => schedule === undefined)) return stops;
  const time = wallTime(now, timezone);
  return stops.filter(({ schedule }) => schedule === undefined || isOn(schedule, time));
}

/**
 * Puts each item's dashboards in its place. Items keep their order, a dashboard may come more than once, and an item
 * that stands for nothing is passed over.
 *
 * @see spec 2, Playlist: item types
 */
export function expandItems(items: readonly PlaylistItem[], { byTag, byId }: Found): Stop[] {
  return items.flatMap((item) => {
    const own = ownOf(item);
    if (item.type === "dashboard_by_tag") return (byTag.get(item.value) ?? []).map((uid) => ({ uid, ...own }));
    const uid = item.type === "dashboard_by_id" ? byId.get(item.value) : item.value;
    return uid === undefined ? [] : [{ uid, ...own }];
  });
}

/** What newer playlists say about one item. */
function ownOf({ interval = "", queryParams = "", schedule }: PlaylistItem): Omit<Stop, "uid"> {
  return {
    ...(interval === "" ? {} : { interval }),
    ...(queryParams === "" ? {} : { queryParams }),
    ...(schedule === undefined ? {} : { schedule }),
  };
}

function valuesOf(items: readonly PlaylistItem[], type: PlaylistItem["type"]): string[] {
  return [...new Set(items.filter((item) => item.type === type).map(({ value }) => value))];
}
