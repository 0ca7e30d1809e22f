import { useMemo, useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { type JsonObject, objectsOf } from "../dashboard/model/json.ts";
import { migrateToShow } from "../dashboard/model/migrate.ts";
import type { ImportDocument } from "../dashboards/import-document.ts";
import { nameOf, neededVariables, variablesOf } from "./brought-variables.ts";
import { nameOfPanel } from "./layout/edit-place.tsx";
import { editingMessages } from "./messages.ts";

interface PanelsOfDashboardProps {
  readonly offered: ImportDocument;
  /** The dashboard that is edited. */
  readonly document: JsonObject;
  readonly onAdd: (panels: readonly JsonObject[], variables: readonly JsonObject[]) => void;
  readonly onClose: () => void;
}

/** Panels and rows of a dashboard that was pasted, to be added to the one that is edited. */
export function PanelsOfDashboard({ offered, document, onAdd, onClose }: PanelsOfDashboardProps) {
  const texts = editingMessages.paste;
  const given = useMemo(() => migrateToShow(JSON.parse(offered.specText)), [offered]);
  const panels = useMemo(() => objectsOf(given["panels"]), [given]);
  const [left, setLeft] = useState<ReadonlySet<JsonObject>>(() => new Set());
  const [isBringing, setBringing] = useState(true);
  const wanted = panels.filter((panel) => !left.has(panel));
  const variables = neededVariables(wanted, variablesOf(given), document);
  const choose = (panel: JsonObject, isWanted: boolean) =>
    setLeft((now) => new Set(isWanted ? [...now].filter((one) => one !== panel) : [...now, panel]));
  return (
    <FormDialog
      title={texts.dashboard(offered.title)}
      isOpen
      onClose={onClose}
      submit={texts.add}
      onSubmit={() => {
        onAdd(wanted, isBringing ? variables : []);
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
      {variables.length > 0 && (
        <Checkbox isSelected={isBringing} onChange={setBringing}>
          {texts.variables(variables.map(nameOf).join(", "))}
        </Checkbox>
      )}
    </FormDialog>
  );
}
