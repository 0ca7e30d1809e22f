import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { dashboardTagsQuery } from "../api/dashboards.ts";
import { durationText } from "./duration-text.ts";
import { playlistTexts } from "./messages.ts";
import { type PlaylistDraft, roundMs, turnMs } from "./playlist-draft.ts";

interface RoundStripProps {
  readonly draft: PlaylistDraft;
  /** What the items are called, in their order. */
  readonly names: readonly string[];
}

/** One round of the wall at a glance: each item as wide as it stays long, and how long all of it takes. */
export function RoundStrip({ draft, names }: RoundStripProps) {
  const tags = useQuery(dashboardTagsQuery);
  const dashboardsWith = (tag: string) => tags.data?.find(({ term }) => term === tag)?.count ?? 0;
  const ms = roundMs(draft, dashboardsWith);
  if (ms === undefined || ms === 0) return null;
  const turns = draft.items.map((item) => turnMs(draft, item, dashboardsWith) ?? 0);
  return (
    <section className="v-round">
      <p className="v-hint">{playlistTexts.round(durationText(ms))}</p>
      <ol className="v-round-strip" aria-label={playlistTexts.roundOf}>
        {turns.map((turn, at) => {
          const text = `${names[at] ?? ""} · ${durationText(turn)}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one dashboard may come more than once; its place is what it is
            <li key={at} style={shareStyle(turn)} title={text} data-empty={turn === 0 || undefined}>
              <span>{text}</span>
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
