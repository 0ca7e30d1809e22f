import { useEffect, useState } from "react";
import type { Playlist } from "../api/playlists.ts";
import { recall, remember } from "../browser-memory.ts";
import { isObject } from "../dashboard/model/json.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { NEW_PLAYLIST, type PlaylistDraft, specOf } from "./playlist-draft.ts";

/** What somebody changed and has not saved; kept in the browser until it is saved or discarded. */
interface KeptDraft {
  readonly draft: PlaylistDraft;
  /** The version it began with; none of a new playlist. */
  readonly base?: Playlist;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/**
 * A playlist while it is edited. What was changed outlives the page: it goes on from the version it began with, so that
 * a newer one is put together with it when it is saved.
 *
 * @param newest - what the server has; nothing for a new playlist
 */
export function usePlaylistDraft(newest: Playlist | undefined) {
  const { uid } = useCurrentUser();
  const key = `vedette.playlist.${uid}.${newest?.metadata.name ?? ""}`;
  const [found] = useState(() => recallDraft(key));
  const [playlist, setPlaylist] = useState(found?.base ?? newest);
  const [draft, setDraft] = useState<PlaylistDraft>(found?.draft ?? newest?.spec ?? NEW_PLAYLIST);
  const [restoredAt, setRestoredAt] = useState(found?.changedAt);
  const isChanged = JSON.stringify(specOf(draft)) !== JSON.stringify(specOf(playlist?.spec ?? NEW_PLAYLIST));

  useEffect(() => {
    const kept: KeptDraft = { draft, changedAt: Date.now(), ...(playlist !== undefined && { base: playlist }) };
    remember(key, isChanged ? JSON.stringify(kept) : null);
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
    /** Before the page begins again with what the server has. */
    forget: () => remember(key, null),
  };
}

function recallDraft(key: string): KeptDraft | undefined {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? "null");
    return isKeptDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isKeptDraft(kept: unknown): kept is KeptDraft {
  return isObject(kept) && isObject(kept["draft"]) && Array.isArray(kept["draft"]["items"]);
}
