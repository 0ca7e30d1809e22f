import { useEffect, useRef, useState } from "react";
import type { PlaylistItem, PlaylistSpec } from "../api/playlists.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { ConflictList } from "../editing/conflict-list.tsx";
import { type Conflict, mergeDocuments } from "../editing/merge-documents.ts";
import { playlistTexts as texts } from "./messages.ts";

interface PlaylistConflictProps {
  /** What both began with. */
  readonly base: PlaylistSpec;
  readonly mine: PlaylistSpec;
  readonly theirs: PlaylistSpec;
  readonly isPending: boolean;
  readonly onSave: (merged: PlaylistSpec) => void;
  readonly onLoadNewest: () => void;
}

/** Somebody saved in between: what only one changed is put together, and of the rest is chosen. */
export function PlaylistConflict({ base, mine, theirs, isPending, onSave, onLoadNewest }: PlaylistConflictProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, "mine" | "theirs">>(() => new Map());
  const told = useRef<HTMLParagraphElement>(null);
  // Save cannot be pressed any more, and beside it stands what throws all away.
  useEffect(() => told.current?.focus(), []);
  const { document, conflicts } = mergeDocuments(
    { base: { ...base }, mine: { ...mine }, theirs: { ...theirs } },
    chosen,
  );
  const { panels: _, ...merged } = document;
  return (
    <Alert kind="warn">
      <p ref={told} tabIndex={-1}>
        {texts.conflict}
      </p>
      {conflicts.length > 0 && (
        <ConflictList
          conflicts={conflicts.map(readable)}
          document={document}
          chosen={chosen}
          onChoose={(key, side) => setChosen((now) => new Map([...now, [key, side]]))}
        />
      )}
      <div className="v-form-actions">
        <Button onPress={onLoadNewest}>{texts.loadNewest}</Button>
        <Button kind="primary" isPending={isPending} onPress={() => onSave({ ...theirs, ...merged })}>
          {texts.saveBoth}
        </Button>
      </div>
    </Alert>
  );
}

/** Items a line each, and members by the names that the form has for them. */
function readable(conflict: Conflict): Conflict {
  if (conflict.key !== "items") return conflict;
  return { ...conflict, base: linesOf(conflict.base), mine: linesOf(conflict.mine), theirs: linesOf(conflict.theirs) };
}

function linesOf(items: unknown): string {
  return ((items ?? []) as readonly PlaylistItem[]) // the answer's schema is the server's
    .map(({ type, value, interval, queryParams }) =>
      [type === "dashboard_by_tag" ? texts.tagged(value) : value, interval, queryParams].filter(Boolean).join(" · "),
    )
    .join("\n");
}
