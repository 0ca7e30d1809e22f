import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Clock, LayoutDashboard, ListVideo, TagIcon, TriangleAlert, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dashboardSearchQuery, dashboardTagsQuery } from "../api/dashboards.ts";
import type { PlaylistItem } from "../api/playlists.ts";
import { IconButton } from "../control/icon-button.tsx";
import { itemTexts, playlistTexts } from "./messages.ts";
import { moveItem } from "./playlist-draft.ts";

interface PlaylistItemsProps {
  readonly items: readonly PlaylistItem[];
  readonly onChange: (items: readonly PlaylistItem[]) => void;
  readonly isEditor: boolean;
}

/** The order in which the wall shows the items; each moves by a button up or down. */
export function PlaylistItems({ items, onChange, isEditor }: PlaylistItemsProps) {
  const texts = playlistTexts;
  const nameOf = useItemNames();
  const [opened, setOpened] = useState<number>();
  const openedItem = opened === undefined ? undefined : items[opened];
  if (items.length === 0) {
    return (
      <div className="v-card v-playlist-empty">
        <ListVideo aria-hidden />
        <p>{texts.noItems}</p>
      </div>
    );
  }
  return (
    <>
      <ol className="v-card v-playlist-items" aria-label={texts.columns.items}>
        {items.map((item, at) => {
          const { icon: Icon, name, note } = nameOf(item);
          const own = ownTurn(item);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one dashboard may come more than once; its place is what it is
            <li key={`${at}:${item.value}`} className="v-playlist-item">
              <span className="v-playlist-place">{at + 1}</span>
              <Icon aria-hidden />
              <span className="v-playlist-name">
                {name}
                {note !== "" && <span className="v-hint">{note}</span>}
                {own !== "" && <span className="v-hint">{own}</span>}
              </span>
              {isEditor && (
                <span className="v-row-actions">
                  <IconButton
                    label={itemTexts.settings(name)}
                    icon={<Clock aria-hidden />}
                    onPress={() => setOpened(at)}
                  />
                  <IconButton
                    label={texts.moveUp(name)}
                    icon={<ArrowUp aria-hidden />}
                    isDisabled={at === 0}
                    onPress={() => onChange(moveItem(items, at, at - 1))}
                  />
                  <IconButton
                    label={texts.moveDown(name)}
                    icon={<ArrowDown aria-hidden />}
                    isDisabled={at === items.length - 1}
                    onPress={() => onChange(moveItem(items, at, at + 1))}
                  />
                  <IconButton
                    label={texts.remove(name)}
                    icon={<X aria-hidden />}
                    onPress={() => onChange(items.toSpliced(at, 1))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {opened !== undefined && openedItem !== undefined && (
        <Suspense fallback={null}>
          <ItemSettings
            item={openedItem}
            name={nameOf(openedItem).name}
            onChange={(item) => onChange(items.with(opened, item))}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

// Most items are shown as the playlist says.
const ItemSettings = lazy(async () => ({ default: (await import("./item-settings.tsx")).ItemSettings }));

/** What an item says of its own turn, in one line; empty when nothing. */
function ownTurn({ interval = "", queryParams = "", schedule = {} }: PlaylistItem): string {
  const { days = [], from = "", to = "" } = schedule;
  const names = days.map((day) => itemTexts.dayNames[day]).join(" ");
  const times = from === "" && to === "" ? "" : `${from || "00:00"}–${to || "24:00"}`;
  return [interval, [names, times].filter((text) => text !== "").join(" "), queryParams]
    .filter((text) => text !== "")
    .join(" · ");
}

/** How an item is shown: a dashboard by its title, a tag with how many dashboards it stands for now. */
function useItemNames() {
  const dashboards = useQuery(dashboardSearchQuery({ limit: 500 }));
  const tags = useQuery(dashboardTagsQuery);
  const texts = playlistTexts;

  return ({ type, value }: PlaylistItem) => {
    if (type === "dashboard_by_tag") {
      const count = tags.data?.find(({ term }) => term === value)?.count ?? 0;
      return {
        icon: TagIcon,
        name: texts.tagged(value),
        note: tags.data === undefined ? "" : texts.nowDashboards(count),
      };
    }
    if (type === "dashboard_by_id") return { icon: TriangleAlert, name: texts.byId(value), note: texts.byIdNote };
    const found = dashboards.data?.rows.find(({ uid }) => uid === value);
    const isMissing =
      dashboards.data?.total === dashboards.data?.rows.length && dashboards.data !== undefined && found === undefined;
    return isMissing
      ? { icon: TriangleAlert, name: value, note: texts.missing }
      : { icon: LayoutDashboard, name: found?.title ?? value, note: "" };
  };
}
