import { ArrowDown, ArrowUp, Clock, GripVertical, ListVideo, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { PlaylistItem } from "../api/playlists.ts";
import { Button } from "../control/button.tsx";
import { EmptyPart } from "../control/empty-state.tsx";
import { IconButton } from "../control/icon-button.tsx";
import type { ItemName } from "./item-names.ts";
import { itemTexts, playlistTexts } from "./messages.ts";
import { moveItem } from "./playlist-draft.ts";
import { type Carried, useCarried } from "./use-carried.ts";

interface PlaylistItemsProps {
  readonly items: readonly PlaylistItem[];
  readonly nameOf: (item: PlaylistItem) => ItemName;
  readonly onChange: (items: readonly PlaylistItem[]) => void;
  readonly isEditor: boolean;
}

/** The order in which the wall shows the items; each moves by its handle, or by a button up or down. */
export function PlaylistItems({ items, nameOf, onChange, isEditor }: PlaylistItemsProps) {
  const texts = playlistTexts;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const [landed, setLanded] = useState<Landed>();
  const nameAt = (at: number) => items.slice(at, at + 1).map((item) => nameOf(item).name)[0] ?? "";
  const { carried, onKeyDown, onPointerDown, letGo } = useCarried({
    list,
    count: items.length,
    onDrop: ({ from, to }) => {
      onChange(moveItem(items, from, to));
      setLanded({ at: to, by: "grip" });
    },
    onSay: (what, { from, to }) => setSaid(texts.carrying[what](nameAt(from), to + 1, items.length)),
  });
  const step = (from: number, by: "up" | "down") => {
    const to = from + (by === "up" ? -1 : 1);
    setSaid(texts.carrying.dropped(nameAt(from), to + 1, items.length));
    onChange(moveItem(items, from, to));
    setLanded({ at: to, by });
  };
  // What was pressed stays where it was; the item is elsewhere.
  useEffect(() => {
    if (landed === undefined) return;
    focusIn(list.current?.children[landed.at], landed.by);
    setLanded(undefined);
  }, [landed]);
  const [opened, setOpened] = useState<number>();
  const openedItem = opened === undefined ? undefined : items[opened];
  if (items.length === 0) {
    return (
      <div className="v-card v-playlist-empty">
        <ListVideo aria-hidden />
        <div>
          <EmptyPart of={texts.columns.items} text={texts.noItems} learn="walls#playlists" />
        </div>
      </div>
    );
  }
  return (
    <>
      <ol className="v-card v-playlist-items" ref={list} aria-label={texts.columns.items}>
        {items.map((item, at) => {
          const { icon: Icon, name, note, uid } = nameOf(item);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one dashboard may come more than once; its place is what it is
            <li key={`${at}:${item.value}`} className="v-playlist-item" {...markOf(at, carried)}>
              {isEditor && (
                <button
                  type="button"
                  className="v-playlist-grip"
                  aria-label={texts.carry(name)}
                  aria-pressed={carried?.from === at}
                  onKeyDown={(event) => onKeyDown(at, event)}
                  onPointerDown={(event) => onPointerDown(at, event)}
                  onBlur={letGo}
                >
                  <GripVertical aria-hidden />
                </button>
              )}
              <span className="v-playlist-place">{at + 1}</span>
              <Icon aria-hidden />
              <span className="v-playlist-name">
                {name}
                {note !== "" && <span className="v-hint">{note}</span>}
                {hasOwnTurn(item) && (
                  <Suspense fallback={null}>
                    <OwnTurn item={item} />
                  </Suspense>
                )}
              </span>
              {isEditor && (
                <span className="v-row-actions">
                  {uid !== undefined && (
                    <Button onPress={() => onChange(items.with(at, { ...item, type: "dashboard_by_uid", value: uid }))}>
                      {texts.replaceByUid}
                    </Button>
                  )}
                  <IconButton
                    label={itemTexts.settings(name)}
                    icon={<Clock aria-hidden />}
                    onPress={() => setOpened(at)}
                  />
                  <IconButton
                    label={texts.moveUp(name)}
                    icon={<ArrowUp aria-hidden />}
                    isDisabled={at === 0}
                    onPress={() => step(at, "up")}
                  />
                  <IconButton
                    label={texts.moveDown(name)}
                    icon={<ArrowDown aria-hidden />}
                    isDisabled={at === items.length - 1}
                    onPress={() => step(at, "down")}
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
      <p className="v-hidden" role="status">
        {said}
      </p>
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
const OwnTurn = lazy(async () => ({ default: (await import("./own-turn.tsx")).OwnTurn }));

const ItemSettings = lazy(async () => ({ default: (await import("./item-settings.tsx")).ItemSettings }));

/** Where an item lies now, and by what it was brought there. */
interface Landed {
  readonly at: number;
  readonly by: "grip" | "up" | "down";
}

/** At an end of the list the button leads no further: the handle is beside it. */
function focusIn(item: Element | undefined, by: Landed["by"]): void {
  const grip = item?.querySelector<HTMLElement>(".v-playlist-grip");
  const pressed = by === "grip" ? null : item?.querySelector(`.lucide-arrow-${by}`)?.closest("button");
  (pressed?.disabled === false ? pressed : grip)?.focus();
}

/** Where a carried item comes from, and beside which it would lie. */
function markOf(at: number, carried: Carried | undefined) {
  if (carried === undefined) return {};
  const { from, to } = carried;
  return { "data-carried": at === from || undefined, "data-drop": dropMark(at, { from, to }) };
}

function dropMark(at: number, { from, to }: Carried): "above" | "below" | undefined {
  if (at !== to || from === to) return undefined;
  return to < from ? "above" : "below";
}

/** The item says something of its own turn. */
function hasOwnTurn({ interval = "", queryParams = "", schedule }: PlaylistItem): boolean {
  return interval !== "" || queryParams !== "" || schedule !== undefined;
}
