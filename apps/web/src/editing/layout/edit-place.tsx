import { Copy, Grip, Move, Pencil, Trash2 } from "lucide-react";
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { FormDialog } from "../../control/dialog.tsx";
import { RowMenu } from "../../control/row-menu.tsx";
import { TextField } from "../../control/text-field.tsx";
import type { GridPos } from "../../dashboard/model/dashboard-document.ts";
import { heightOfRows } from "../../dashboard/model/grid-size.ts";
import { type JsonObject, listOf, numberOf, textOf } from "../../dashboard/model/json.ts";
import { readPanels } from "../../dashboard/model/read-panel.ts";
import type { Drawn } from "../../dashboard/panel/drawn.ts";
import { PanelCard } from "../../dashboard/panel/panel-card.tsx";
import { messages } from "../../messages/en.ts";
import { rem } from "../../style/letter-scale.ts";
import { editingMessages } from "../messages.ts";
import { changeAt, duplicatePanel, removeAt } from "../panel-edits.ts";
import { setIn } from "../set-in.ts";
import type { Draft } from "../use-draft.ts";
import { PlaceDialog } from "./place-dialog.tsx";
import type { Holding } from "./use-held.ts";

interface EditPlaceProps {
  readonly uid: string;
  readonly draft: Draft;
  /** A panel or a row, as it stands at the top level of the document. */
  readonly panel: JsonObject;
  /** In the document's list. */
  readonly index: number;
  readonly pos: GridPos;
  readonly holding: Holding;
  readonly onPut: (pos: GridPos) => void;
  /** Its options are shown. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onDrawn: ((drawn: Drawn) => void) | undefined;
}

/** One panel or row with its handle and its menu; its picture is to be looked at only. */
export function EditPlace(props: EditPlaceProps) {
  const { uid, draft, panel, index, pos, holding, onPut, isChosen, onChoose, onDrawn } = props;
  const texts = editingMessages.layout;
  const [opened, setOpened] = useState<"place" | "name">();
  const element = useRef<HTMLDivElement>(null);
  // Chosen from outside, as from its text, it may lie far down.
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const navigate = useNavigate();
  const name = nameOfPanel(panel);
  const isRow = panel["type"] === "row";
  const id = numberOf(panel["id"]) ?? 0;
  const isHeld = holding.held?.index === index;
  const remove = {
    label: isRow ? texts.removeRow : editingMessages.remove,
    icon: Trash2,
    kind: "danger" as const,
    onAction: () => draft.change(texts.removed(name), (document) => removeAt(document, index)),
  };
  const place = { label: texts.moveTo, icon: Move, onAction: () => setOpened("place") };
  const actions = isRow
    ? [{ label: texts.rename, icon: Pencil, onAction: () => setOpened("name") }, place, remove]
    : [
        {
          label: editingMessages.edit,
          icon: Pencil,
          onAction: () => void navigate(`/d/${encodeURIComponent(uid)}/panels/${id}/edit`),
        },
        place,
        {
          label: editingMessages.duplicate,
          icon: Copy,
          onAction: () => draft.change(editingMessages.duplicate, (document) => duplicatePanel(document, id).document),
        },
        remove,
      ];
  return (
    <div
      ref={element}
      className="v-grid-place v-edit-place"
      data-held={isHeld || undefined}
      data-chosen={isChosen || undefined}
      data-panel-key={isRow ? undefined : id}
      style={styleOf(pos)}
    >
      <div inert className="v-edit-picture">
        {isRow ? <RowBar panel={panel} name={name} /> : <Picture panel={panel} onDrawn={onDrawn} />}
      </div>
      <button
        type="button"
        className="v-edit-choose"
        aria-label={texts.choose(name)}
        aria-pressed={isChosen}
        onClick={onChoose}
      />
      <Head isRow={isRow} onPress={onChoose} onPointerDown={(event) => holding.onPointerDown(index, "move", event)} />
      <div className="v-edit-bar">
        <button
          type="button"
          className="v-edit-handle"
          aria-label={texts.handle(name)}
          aria-pressed={isHeld}
          title={texts.hint}
          onKeyDown={(event) => holding.onKeyDown(index, event)}
          onPointerDown={(event) => holding.onPointerDown(index, "move", event)}
          onBlur={() => isHeld && holding.letGo()}
        >
          <Grip aria-hidden />
        </button>
        <RowMenu label={messages.list.actionsFor(name)} actions={actions} />
      </div>
      {!isRow && (
        <span
          className="v-edit-corner"
          aria-hidden
          onPointerDown={(event) => holding.onPointerDown(index, "resize", event)}
        />
      )}
      {opened === "place" && (
        <PlaceDialog name={name} pos={pos} isRow={isRow} onPut={onPut} onClose={() => setOpened(undefined)} />
      )}
      {opened === "name" && (
        <NameDialog
          name={textOf(panel["title"])}
          onName={(title) =>
            draft.change(texts.rename, (document) => changeAt(document, index, (row) => setIn(row, ["title"], title)))
          }
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

interface HeadProps {
  readonly isRow: boolean;
  readonly onPress: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/** The line of the title, by which a mouse takes a panel or row as by its handle; a press without a move chooses it. */
function Head({ isRow, onPress, onPointerDown }: HeadProps) {
  const pressed = useRef({ x: 0, y: 0 });
  const take = (event: PointerEvent) => {
    pressed.current = { x: event.clientX, y: event.clientY };
    // A finger scrolls the page there.
    if (event.pointerType !== "touch") onPointerDown(event);
  };
  const press = ({ clientX, clientY }: MouseEvent) => {
    const { x, y } = pressed.current;
    if (Math.hypot(clientX - x, clientY - y) < DRAG) onPress();
  };
  return (
    <span className="v-edit-head" data-row={isRow || undefined} aria-hidden onPointerDown={take} onClick={press} />
  );
}

/** Pixels from which on a press has been a drag. */
const DRAG = 6;

export function nameOfPanel(panel: JsonObject): string {
  return textOf(panel["title"]) || textOf(panel["type"]) || editingMessages.untitled;
}

type Style = CSSProperties & Record<`--${string}`, string | number>;

function styleOf({ x, y, w, h }: GridPos): Style {
  return {
    "--v-column": `${x + 1} / span ${w}`,
    "--v-row-place": `${y + 1} / span ${h}`,
    "--v-phone-height": rem(heightOfRows(h)),
  };
}

/** Moving a panel about draws nothing anew. */
const Picture = memo(function Picture({ panel, onDrawn }: Pick<EditPlaceProps, "panel" | "onDrawn">) {
  const placed = useMemo(() => {
    const [read] = readPanels([panel]);
    if (read?.kind !== "panel") return undefined;
    return { kind: "panel" as const, key: String(read.id), panel: read, pos: WHOLE, scoped: NOT_REPEATED };
  }, [panel]);
  return placed === undefined ? null : <PanelCard placed={placed} onDrawn={onDrawn} />;
});

const WHOLE = { x: 0, y: 0, w: 24, h: 8 };
const NOT_REPEATED = new Map<string, never>();

function RowBar({ panel, name }: { readonly panel: JsonObject; readonly name: string }) {
  const count = listOf(panel["panels"]).length;
  return (
    <div className="v-edit-row">
      <span className="v-row-title">{name}</span>
      {count > 0 && <span className="v-row-count">{editingMessages.layout.inRow(count)}</span>}
    </div>
  );
}

interface NameDialogProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ name, onName, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const take = () => {
    onName(typed.trim());
    onClose();
  };
  return (
    <FormDialog
      title={editingMessages.layout.rename}
      isOpen
      onClose={onClose}
      submit={editingMessages.layout.rename}
      onSubmit={take}
      isPending={false}
      error={null}
    >
      <TextField label={editingMessages.layout.rowName} value={typed} onChange={setTyped} autoFocus />
    </FormDialog>
  );
}
