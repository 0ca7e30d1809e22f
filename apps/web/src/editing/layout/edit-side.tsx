import { Plus, Rows3, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button, LinkButton } from "../../control/button.tsx";
import { IconButton } from "../../control/icon-button.tsx";
import { type JsonObject, objectsOf } from "../../dashboard/model/json.ts";
import type { Drawn } from "../../dashboard/panel/drawn.ts";
import type { DocumentOption } from "../document-option.ts";
import { editingMessages } from "../messages.ts";
import { OptionControl } from "../option-control.tsx";
import { addPanel, changeAt } from "../panel-edits.ts";
import { PanelOptions } from "../panel-options-list.tsx";
import { PastePanel } from "../paste-panel.tsx";
import { repeatOptions } from "../repeat-options.ts";
import { NAME_OPTIONS, SPAN_OPTIONS } from "../settings/settings-options.ts";
import type { Draft } from "../use-draft.ts";
import { arrange, onGrid, placesOf, putAt } from "./arrange.ts";
import { keyOf } from "./edit-grid.tsx";
import { nameOfPanel } from "./edit-place.tsx";
import { PlaceFields } from "./place-fields.tsx";

/** What is chosen where no panel or row is, and somebody wants the options of all. */
export const WHOLE_DASHBOARD = "dashboard";

interface EditSideProps {
  readonly uid: string;
  readonly draft: Draft;
  /** The key of a panel or row; otherwise the dashboard's own options are shown. */
  readonly chosen: string | undefined;
  /** What the chosen panel draws. */
  readonly drawn: Drawn;
  readonly onChoose: (key: string | undefined) => void;
}

/** What is added, and the options of what is chosen. Each change is one of the draft at once. */
export function EditSide({ uid, draft, chosen, drawn, onChoose }: EditSideProps) {
  const texts = editingMessages.layout;
  const panels = objectsOf(draft.document["panels"]);
  const index = panels.findIndex((one, at) => keyOf(one, at) === chosen);
  const panel = panels[index];
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (chosen !== undefined) title.current?.focus({ preventScroll: true });
  }, [chosen]);
  const addRow = () => {
    const added = addPanel(draft.document, newRow(texts.newRow));
    draft.change(texts.addRow, () => added.document);
    onChoose(keyOf(added, index));
  };
  return (
    <aside className="v-edit-side" aria-label={editingMessages.options}>
      <div className="v-filters">
        <LinkButton to={`/d/${encodeURIComponent(uid)}/panels/new/edit`} icon={<Plus aria-hidden />}>
          {editingMessages.newPanel}
        </LinkButton>
        <Button icon={<Rows3 aria-hidden />} onPress={addRow}>
          {texts.addRow}
        </Button>
        <PastePanel draft={draft} onAdded={(id) => onChoose(keyOf({ id }, index))} />
      </div>
      <div className="v-edit-side-head">
        <h2 ref={title} className="v-section-title" tabIndex={-1}>
          {panel === undefined ? editingMessages.settings.general : nameOfPanel(panel)}
        </h2>
        {chosen !== undefined && (
          <IconButton
            label={editingMessages.settings.close}
            icon={<X aria-hidden />}
            onPress={() => onChoose(undefined)}
          />
        )}
      </div>
      {panel === undefined ? (
        <DashboardOptions uid={uid} draft={draft} />
      ) : (
        <ChosenOptions key={chosen} uid={uid} draft={draft} panel={panel} index={index} drawn={drawn} />
      )}
    </aside>
  );
}

function newRow(title: string): JsonObject {
  return { type: "row", title, collapsed: false, panels: [], gridPos: { w: 24, h: 1 } };
}

function DashboardOptions({ uid, draft }: Pick<EditSideProps, "uid" | "draft">) {
  const home = `/d/${encodeURIComponent(uid)}`;
  return (
    <>
      {[...NAME_OPTIONS, ...SPAN_OPTIONS].map((option) => (
        <OptionControl
          key={option.path.join(".")}
          option={option}
          panel={draft.document}
          onChange={(next) => draft.change(option.label, () => next)}
        />
      ))}
      <div className="v-filters">
        <LinkButton to={`${home}/settings`}>{editingMessages.settings.all}</LinkButton>
        <LinkButton to={`${home}/json`}>JSON</LinkButton>
        <LinkButton to={`/d/${encodeURIComponent(uid)}/history`}>{editingMessages.settings.versions}</LinkButton>
      </div>
    </>
  );
}

interface ChosenOptionsProps extends Pick<EditSideProps, "uid" | "draft" | "drawn"> {
  readonly panel: JsonObject;
  /** In the document's list. */
  readonly index: number;
}

function ChosenOptions({ uid, draft, panel, index, drawn }: ChosenOptionsProps) {
  const texts = editingMessages.layout;
  const isRow = panel["type"] === "row";
  const set = (step: string) => (next: JsonObject) =>
    draft.change(step, (document) => changeAt(document, index, () => next));
  const fields = (options: readonly DocumentOption[]) =>
    options.map((option) => (
      <OptionControl key={option.path.join(".")} option={option} panel={panel} onChange={set(option.label)} />
    ));
  const place = (
    <details className="v-edit-difference">
      <summary>{texts.moveTo}</summary>
      <PlaceFields
        pos={arrange(placesOf(draft.document))[index] ?? ANYWHERE}
        isRow={isRow}
        onChange={(pos) =>
          draft.change(texts.move(nameOfPanel(panel)), (document) => putAt(document, { index, pos: onGrid(pos) }))
        }
      />
      {!isRow && fields(repeatOptions(draft.document, panel))}
    </details>
  );
  if (isRow)
    return (
      <>
        {fields([ROW_TITLE, ...repeatOptions(draft.document, panel)])}
        {place}
      </>
    );
  return (
    <>
      <LinkButton to={`/d/${encodeURIComponent(uid)}/panels/${String(panel["id"])}/edit`}>{texts.whole}</LinkButton>
      <PanelOptions panel={panel} drawn={drawn} more={place} onChange={set} />
    </>
  );
}

const ANYWHERE = { x: 0, y: 0, w: 12, h: 8 };

const ROW_TITLE: DocumentOption = {
  label: editingMessages.layout.rowName,
  path: ["title"],
  control: { as: "text" },
};
