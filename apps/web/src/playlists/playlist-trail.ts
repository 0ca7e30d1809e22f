import { messages } from "../messages/en.ts";

/** What stands above the page of one playlist. */
export const PLAYLIST_TRAIL = [{ label: messages.playlists.title, to: "/playlists" }] as const;
