import { useEffect, useState } from "react";
import type { Playlist } from "../api/playlists.ts";
import { forgetRecord, keepRecord, recallRecord } from "../browser-store.ts";
import { isObject } from "../dashboard/model/json.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { NEW_PLAYLIST, type PlaylistDraft, specOf } from "./playlist-draft.ts";

/** What somebody changed and has not saved; kept in the browser until it is saved or discarded. */
export interface KeptPlaylist {
  readonly draft: PlaylistDraft;
  /** The version it began with; none of a new playlist. */
  readonly base?: Playlist;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** What this browser kept of a person's playlist, `""` for the new one; `null` for nothing. */
export function keptPlaylistQuery(uid: string, name: string) {
  return {
    queryKey: ["playlist-draft", uid, name],
    queryFn: async () => {
      const kept = await recallRecord(recordKey(uid, name));
      return isKeptPlaylist(kept) ? kept : null;
    },
    // Asked once for each time that the page is opened: from then on the page knows better.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  };
}

function recordKey(uid: string, name: string): string {
  return `playlist ${uid} ${name}`;
}

/**
 * A playlist while it is edited. What was changed outlives the page: it goes on from the version it began with, so that
 * a newer one is put together with it when it is saved.
 *
 * @param newest - what the server has; nothing for a new playlist
 * @param found - what an earlier visit left; `null` for nothing
 */
export function usePlaylistDraft(newest: Playlist | undefined, found: KeptPlaylist | null) {
  const { uid } = useCurrentUser();
  const key = recordKey(uid, newest?.metadata.name ?? "");
  const [playlist, setPlaylist] = useState(found?.base ?? newest);
  const [draft, setDraft] = useState<PlaylistDraft>(found?.draft ?? newest?.spec ?? NEW_PLAYLIST);
  const [restoredAt, setRestoredAt] = useState(found?.changedAt);
  const isChanged = JSON.stringify(specOf(draft)) !== JSON.stringify(specOf(playlist?.spec ?? NEW_PLAYLIST));

  useEffect(() => {
    const kept: KeptPlaylist = { draft, changedAt: Date.now(), ...(playlist !== undefined && { base: playlist }) };
    // In a browser that keeps nothing, as in private windows, a draft lasts as long as the page.
    (isChanged ? keepRecord(key, kept) : forgetRecord(key)).catch(() => undefined);
  }, [key, draft, playlist, isChanged]);

  return {
    /** The version that is edited. */
    playlist,
    draft,
    isChanged,
    /** Milliseconds since 1970 of a draft that was found when the page was opened. */
    restoredAt: isChanged ? restoredAt : undefined,
    change: (part: Partial<PlaylistDraft>) => setDraft({ ...draft, ...part }),
    discard: () => {
      setDraft(playlist?.spec ?? NEW_PLAYLIST);
      setRestoredAt(undefined);
    },
    /** Goes on from what was saved. */
    goOnFrom: (saved: Playlist) => {
      setPlaylist(saved);
      setDraft(saved.spec);
      setRestoredAt(undefined);
    },
  };
}

function isKeptPlaylist(kept: unknown): kept is KeptPlaylist {
  return isObject(kept) && isObject(kept["draft"]) && Array.isArray(kept["draft"]["items"]);
}
