import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { dashboardTagsQuery } from "../api/dashboards.ts";
import { durationText } from "../control/duration-text.ts";
import type { ItemName } from "./item-names.ts";
import { playlistTexts } from "./messages.ts";
import { type PlaylistDraft, turnMs } from "./playlist-draft.ts";

interface RoundStripProps {
  readonly draft: PlaylistDraft;
  /** What the items are called, in their order. */
  readonly names: readonly ItemName[];
}

/** One round of the wall at a glance: each item as wide as it stays long, and how long all of it takes. */
export function RoundStrip({ draft, names }: RoundStripProps) {
  const tags = useQuery(dashboardTagsQuery);
  const dashboardsWith = (tag: string) => tags.data?.find(({ term }) => term === tag)?.count ?? 0;
  const turns = draft.items.map((item, at) => turnMs(draft, item, { dashboardsWith, lack: names[at]?.lack }) ?? 0);
  const ms = turns.reduce((sum, turn) => sum + turn, 0);
  if (ms === 0) return null;
  return (
    <section className="v-round">
      <p className="v-hint">{playlistTexts.round(durationText(ms))}</p>
      <ol className="v-round-strip" aria-label={playlistTexts.roundOf}>
        {turns.map((turn, at) => {
          const text = `${names[at]?.name ?? ""} · ${durationText(turn)}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one dashboard may come more than once; its place is what it is
            <li key={at} style={shareStyle(turn)} title={text} data-empty={turn === 0 || undefined}>
              <span className="v-round-name">{text}</span>
              <span className="v-round-place" aria-hidden>
                {at + 1}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function shareStyle(turn: number): CSSProperties {
  return { flexGrow: turn };
}
