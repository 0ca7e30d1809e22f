import { queryOptions } from "@tanstack/react-query";
import type { ResourceMetadata } from "./dashboards.ts";
import { request } from "./request.ts";

const COLLECTION = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";

/** `dashboard_by_id` is deprecated: it plays, and nobody can add one. */
type PlaylistItemType = "dashboard_by_uid" | "dashboard_by_tag" | "dashboard_by_id";

export interface PlaylistItem {
  readonly type: PlaylistItemType;
  /** The dashboard's name, a tag, or an old numeric id. */
  readonly value: string;
}

export interface PlaylistSpec {
  readonly title: string;
  /** How long each dashboard stays, e.g. `5m`. */
  readonly interval: string;
  readonly items: readonly PlaylistItem[];
}

export interface Playlist {
  readonly metadata: ResourceMetadata;
  readonly spec: PlaylistSpec;
}

export const playlistsQuery = queryOptions({
  queryKey: ["playlists", "all"],
  queryFn: ({ signal }) => request<{ readonly items: readonly Playlist[] }>(COLLECTION, { signal }),
});

export function playlistQuery(name: string) {
  return queryOptions({
    queryKey: ["playlists", "one", name],
    queryFn: ({ signal }) => request<Playlist>(pathOf(name), { signal }),
  });
}

export function createPlaylist(name: string, spec: PlaylistSpec): Promise<Playlist> {
  return request(COLLECTION, { method: "POST", body: { ...KIND, metadata: { name }, spec } });
}

/** @throws ApiError 409 when somebody saved a newer version in between */
export function savePlaylist({ metadata, spec }: Playlist): Promise<Playlist> {
  const { name, resourceVersion } = metadata;
  return request(pathOf(name), { method: "PUT", body: { ...KIND, metadata: { name, resourceVersion }, spec } });
}

export function deletePlaylist(name: string): Promise<void> {
  return request(pathOf(name), { method: "DELETE" });
}

const KIND = { kind: "Playlist", apiVersion: "playlist.vedette.app/v1" } as const;

function pathOf(name: string): string {
  return `${COLLECTION}/${encodeURIComponent(name)}`;
}
