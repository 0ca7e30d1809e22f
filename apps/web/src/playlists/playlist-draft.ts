import { intervalMs } from "@vedette/client/playlist-interval";
import type { PlaylistItem, PlaylistSpec } from "../api/playlists.ts";
import { namePrefixOf } from "../api/resource-name.ts";
import { CARD_MS } from "../wall/turn.ts";
import type { ItemName } from "./item-names.ts";

/** A playlist as it stands in the form: what was typed, right or wrong. */
export interface PlaylistDraft {
  readonly title: string;
  readonly interval: string;
  readonly items: readonly PlaylistItem[];
  readonly timezone?: string;
}

export const NEW_PLAYLIST: PlaylistDraft = { title: "", interval: "1m", items: [] };

/** The items with the one at `from` at the place `to`; unchanged when that place does not exist. */
export function moveItem(items: readonly PlaylistItem[], from: number, to: number): readonly PlaylistItem[] {
  const moved = items[from];
  if (moved === undefined || to < 0 || to >= items.length) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, moved);
}

/** What keeps a draft from being saved, by field. */
export function draftFaults({ title, interval }: PlaylistDraft): {
  readonly title: boolean;
  readonly interval: boolean;
} {
  return { title: title.trim() === "", interval: intervalMs(interval.trim()) === undefined };
}

export function specOf({ timezone = "", ...draft }: PlaylistDraft): PlaylistSpec {
  const zone = timezone.trim();
  const spec = { ...draft, title: draft.title.trim(), interval: draft.interval.trim() };
  return zone === "" ? spec : { ...spec, timezone: zone };
}

interface ItemFound {
  /** How many dashboards have a tag. */
  readonly dashboardsWith: (tag: string) => number;
  /** What a wall does where there is no such dashboard. */
  readonly lack: ItemName["lack"];
}

/**
 * How long an item stays in a round, with every dashboard of a tag.
 *
 * @returns milliseconds; `undefined` while the playlist's interval cannot be read
 */
export function turnMs(
  draft: PlaylistDraft,
  { type, value, interval = "" }: PlaylistItem,
  { dashboardsWith, lack }: ItemFound,
): number | undefined {
  const usual = intervalMs(draft.interval.trim());
  if (usual === undefined) return undefined;
  if (lack !== undefined) return lack === "card" ? CARD_MS : 0;
  return (intervalMs(interval) ?? usual) * (type === "dashboard_by_tag" ? dashboardsWith(value) : 1);
}

/** A name for the address of a new playlist: readable, and unlikely to be taken. */
export function newPlaylistName(title: string): string {
  const random = crypto.getRandomValues(new Uint8Array(5)).reduce((text, byte) => text + (byte % 36).toString(36), "");
  return namePrefixOf(title, "playlist") + random;
}
