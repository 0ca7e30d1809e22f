import { useMemo, useRef, useState } from "react";
import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { type JsonObject, objectsOf } from "../../dashboard/model/json.ts";
import type { Drawn } from "../../dashboard/panel/drawn.ts";
import { editingMessages } from "../messages.ts";
import type { Draft } from "../use-draft.ts";
import { arrange, placesOf, putAt } from "./arrange.ts";
import { EditPlace, nameOfPanel } from "./edit-place.tsx";
import { useHeld } from "./use-held.ts";
import "../../dashboard/view/grid.css";
import "./edit-grid.css";

interface EditGridProps {
  readonly uid: string;
  readonly draft: Draft;
  /** The key of the panel or row whose options are shown. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
  /** Told what the chosen panel draws, whenever that changes. */
  readonly onDrawn: (drawn: Drawn) => void;
}

/** The panels of a dashboard to be moved, resized, copied and taken away; by pointer, by keyboard, or by numbers. */
export function EditGrid({ uid, draft, chosen, onChoose, onDrawn }: EditGridProps) {
  const texts = editingMessages.layout;
  const grid = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const { document } = draft;
  const panels = useMemo(() => objectsOf(document["panels"]), [document]);
  const places = useMemo(() => arrange(placesOf(document)), [document]);
  const put = (index: number, pos: GridPos, step: string) => draft.change(step, (now) => putAt(now, { index, pos }));
  const nameAt = (index: number) => nameOfPanel(panels[index] ?? {});
  const holding = useHeld({
    grid,
    places,
    onDrop: ({ index, pos }, way) => put(index, pos, texts[way](nameAt(index))),
    onSay: (what) => setSaid(typeof what === "string" ? texts.said[what] : texts.said.at(what)),
  });
  const { held } = holding;
  const shown = held === undefined ? places : arrange(places, held);

  return (
    <>
      <p className="v-hidden" role="status">
        {said}
      </p>
      <div className="v-grid v-edit-grid" data-fit="scroll" ref={grid} data-held={held !== undefined || undefined}>
        {inReadingOrder(panels, places).map(({ panel, index }) => (
          <EditPlace
            key={keyOf(panel, index)}
            isChosen={chosen === keyOf(panel, index)}
            onChoose={() => onChoose(keyOf(panel, index))}
            onDrawn={chosen === keyOf(panel, index) ? onDrawn : undefined}
            uid={uid}
            draft={draft}
            panel={panel}
            index={index}
            pos={(held?.index === index ? held.pos : shown[index]) ?? WHOLE}
            holding={holding}
            onPut={(pos) => put(index, pos, texts.move(nameAt(index)))}
          />
        ))}
      </div>
    </>
  );
}

const WHOLE = { x: 0, y: 0, w: 24, h: 1 };

/** The order of the tab key is the order in which the page is read, whatever the document's. */
function inReadingOrder(panels: readonly JsonObject[], places: readonly GridPos[]) {
  return panels
    .map((panel, index) => ({ panel, index, pos: places[index] ?? WHOLE }))
    .toSorted((a, b) => a.pos.y - b.pos.y || a.pos.x - b.pos.x);
}

/** What a panel or row is known by while it is moved about. */
export function keyOf({ id }: { readonly id?: unknown }, index: number): string {
  return typeof id === "number" ? `panel ${id}` : `at ${index}`;
}
