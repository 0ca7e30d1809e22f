import { queryOptions } from "@tanstack/react-query";
import { REMOVED_LIKE, type ResourceMetadata } from "./dashboards.ts";
import type { Like } from "./like.ts";
import { request } from "./request.ts";

const COLLECTION = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";

/** `dashboard_by_id` is deprecated: it plays, and nobody can add one. */
type PlaylistItemType = "dashboard_by_uid" | "dashboard_by_tag" | "dashboard_by_id";

export interface PlaylistItem {
  readonly type: PlaylistItemType;
  /** The dashboard's name, a tag, or an old numeric id. */
  readonly value: string;
  /** How long it stays, where it is not the playlist's interval. */
  readonly interval?: string;
  /** Range and variables, as an address has them: `from=now-1h&to=now&var-job=api`. */
  readonly queryParams?: string;
  /** When it is shown; without one, always. */
  readonly schedule?: Schedule;
}

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface Schedule {
  /** Days on which it begins; every day unless said. */
  readonly days?: readonly Weekday[];
  /** `HH:MM`; midnight unless said. */
  readonly from?: string;
  /** `HH:MM`; before `from` it is on the next day. */
  readonly to?: string;
}

export interface PlaylistSpec {
  readonly title: string;
  /** How long each dashboard stays, e.g. `5m`. */
  readonly interval: string;
  readonly items: readonly PlaylistItem[];
  /** What schedules are in; the wall's own unless said. */
  readonly timezone?: string;
}

export interface Playlist {
  readonly metadata: ResourceMetadata;
  readonly spec: PlaylistSpec;
}

/** What every answer with a playlist has. */
export const PLAYLIST_LIKE: Like<Playlist> = {
  metadata: { name: "" },
  spec: { title: "", interval: "", items: [{ type: "dashboard_by_uid", value: "" }] },
};

export const playlistsQuery = queryOptions({
  queryKey: ["playlists", "all"],
  queryFn: ({ signal }) =>
    request<{ readonly items: readonly Playlist[] }>(COLLECTION, { signal, like: { items: [PLAYLIST_LIKE] } }),
});

export function playlistQuery(name: string) {
  return queryOptions({
    queryKey: ["playlists", "one", name],
    queryFn: ({ signal }) => request<Playlist>(pathOf(name), { signal, like: PLAYLIST_LIKE }),
  });
}

export function createPlaylist(name: string, spec: PlaylistSpec): Promise<Playlist> {
  return request(COLLECTION, { method: "POST", body: { ...KIND, metadata: { name }, spec }, like: PLAYLIST_LIKE });
}

/** @throws ApiError 409 when somebody saved a newer version in between */
export function savePlaylist({ metadata, spec }: Playlist): Promise<Playlist> {
  const { name, resourceVersion } = metadata;
  const body = { ...KIND, metadata: { name, resourceVersion }, spec };
  return request(pathOf(name), { method: "PUT", body, like: PLAYLIST_LIKE });
}

export function deletePlaylist(name: string): Promise<unknown> {
  return request<unknown>(pathOf(name), { method: "DELETE", like: REMOVED_LIKE });
}

const KIND = { kind: "Playlist", apiVersion: "playlist.vedette.app/v1" } as const;

function pathOf(name: string): string {
  return `${COLLECTION}/${encodeURIComponent(name)}`;
}
