import type { QueryClient } from "@tanstack/react-query";
import { type DashboardSummary, dashboardSearchQuery } from "../api/dashboards.ts";
import { type PlaylistItem, type PlaylistSpec, playlistQuery } from "../api/playlists.ts";

/** One dashboard's turn on the wall. */
export interface Stop {
  readonly uid: string;
}

/** What one round of a playlist shows. */
export interface Round {
  readonly title: string;
  readonly interval: string;
  readonly stops: readonly Stop[];
}

/** Dashboards that a tag can stand for; the server's largest page. */
const TAG_LIMIT = 500;

/**
 * Asks the server what the playlist holds now: the playlist itself, and what its tags stand for.
 *
 * @throws ApiError when the server does not answer, or there is no such playlist
 */
export async function loadRound(queryClient: QueryClient, name: string): Promise<Round> {
  const { spec } = await queryClient.fetchQuery({ ...playlistQuery(name), staleTime: 0 });
  const byTag = new Map<string, readonly DashboardSummary[]>();
  for (const tag of tagsOf(spec)) {
    const { rows } = await queryClient.fetchQuery({
      ...dashboardSearchQuery({ tag, sort: "alpha-asc", limit: TAG_LIMIT }),
      staleTime: 0,
    });
    byTag.set(tag, rows);
  }
  return { title: spec.title, interval: spec.interval, stops: expandItems(spec.items, byTag) };
}

/**
 * Puts each item's dashboards in its place. Items keep their order, a dashboard may come more than once, and an item
 * that stands for nothing is passed over.
 *
 * @see spec 2, Playlist: item types
 */
export function expandItems(
  items: readonly PlaylistItem[],
  byTag: ReadonlyMap<string, readonly DashboardSummary[]>,
): Stop[] {
  return items.flatMap(({ type, value }) => {
    if (type === "dashboard_by_tag") return (byTag.get(value) ?? []).map(({ uid }) => ({ uid }));
    return type === "dashboard_by_uid" ? [{ uid: value }] : [];
  });
}

function tagsOf({ items }: PlaylistSpec): string[] {
  return [...new Set(items.filter(({ type }) => type === "dashboard_by_tag").map(({ value }) => value))];
}
