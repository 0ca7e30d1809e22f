import type { PlaylistItem } from "../api/playlists.ts";
import { nameOfRange } from "../dashboard/toolbar/quick-ranges.ts";
import { readItemQuery } from "./item-query.ts";
import { itemTexts } from "./messages.ts";

/** What an item says of its own turn, in one line. */
export function OwnTurn({ item }: { readonly item: PlaylistItem }) {
  return <span className="v-hint">{ownTurn(item)}</span>;
}

function ownTurn({ interval = "", queryParams = "", schedule = {} }: PlaylistItem): string {
  const { days = [], from = "", to = "" } = schedule;
  const names = days.map((day) => itemTexts.dayNames[day]).join(" ");
  const times = from === "" && to === "" ? "" : `${from || "00:00"}–${to || "24:00"}`;
  const { range, variables, theme, rest } = readItemQuery(queryParams);
  return [
    interval,
    [names, times].filter((text) => text !== "").join(" "),
    range === undefined ? "" : nameOfRange(range) || `${range.from} – ${range.to}`,
    ...variables.map(({ name, value }) => `${name}=${value}`),
    theme === "" ? "" : itemTexts.themes[theme],
    rest,
  ]
    .filter((text) => text !== "")
    .join(" · ");
}
