import { playlistTexts } from "./messages.ts";

/** What stands above the page of one playlist. */
export const PLAYLIST_TRAIL = [{ label: playlistTexts.title, to: "/playlists" }] as const;
