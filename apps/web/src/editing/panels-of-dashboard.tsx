import { useMemo, useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { type JsonObject, objectsOf } from "../dashboard/model/json.ts";
import { migrateToShow } from "../dashboard/model/migrate.ts";
import type { ImportDocument } from "../dashboards/import-document.ts";
import { nameOfPanel } from "./layout/edit-place.tsx";
import { editingMessages } from "./messages.ts";

interface PanelsOfDashboardProps {
  readonly offered: ImportDocument;
  readonly onAdd: (panels: readonly JsonObject[]) => void;
  readonly onClose: () => void;
}

/** Panels and rows of a dashboard that was pasted, to be added to the one that is edited. */
export function PanelsOfDashboard({ offered, onAdd, onClose }: PanelsOfDashboardProps) {
  const texts = editingMessages.paste;
  const panels = useMemo(() => objectsOf(migrateToShow(JSON.parse(offered.specText))["panels"]), [offered]);
  const [left, setLeft] = useState<ReadonlySet<JsonObject>>(() => new Set());
  const wanted = panels.filter((panel) => !left.has(panel));
  const choose = (panel: JsonObject, isWanted: boolean) =>
    setLeft((now) => new Set(isWanted ? [...now].filter((one) => one !== panel) : [...now, panel]));
  return (
    <FormDialog
      title={texts.dashboard(offered.title)}
      isOpen
      onClose={onClose}
      submit={texts.add}
      onSubmit={() => {
        onAdd(wanted);
        onClose();
      }}
      isPending={false}
      isDisabled={wanted.length === 0}
      error={null}
    >
      <p>{texts.dashboardLead}</p>
      {panels.map((panel, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and its panels may have no id
        <Checkbox key={at} isSelected={!left.has(panel)} onChange={(isWanted) => choose(panel, isWanted)}>
          {nameOfPanel(panel)}
        </Checkbox>
      ))}
    </FormDialog>
  );
}
