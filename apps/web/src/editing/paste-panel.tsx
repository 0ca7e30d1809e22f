import { useQueryClient } from "@tanstack/react-query";
import { ClipboardPaste } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { dashboardQuery } from "../api/dashboards.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { clipboardText } from "../control/clipboard.ts";
import { FaultAlert } from "../control/fault-alert.tsx";
import type { JsonObject } from "../dashboard/model/json.ts";
import { migrateToShow } from "../dashboard/model/migrate.ts";
import type { ImportDocument } from "../dashboards/import-document.ts";
import { addVariables } from "./brought-variables.ts";
import { editingMessages } from "./messages.ts";
import { addPanel, addPanels, panelIn } from "./panel-edits.ts";
import { PanelsOfDashboard } from "./panels-of-dashboard.tsx";
import { type Pasted, readPasted, tablePanel } from "./pasted-panel.ts";
import type { Draft } from "./use-draft.ts";

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

interface PastePanelProps {
  readonly draft: Draft;
  /** Told the id of what was added. */
  readonly onAdded: (id: number) => void;
}

/** Adds what was copied elsewhere: a panel, its address, panels of a dashboard, or a table. Also by pasting anywhere on the page. */
export function PastePanel({ draft, onAdded }: PastePanelProps) {
  const texts = editingMessages.paste;
  const queryClient = useQueryClient();
  const [fault, setFault] = useState<string | Error>();
  const [offered, setOffered] = useState<ImportDocument>();

  const panelOf = async (pasted: Pasted): Promise<JsonObject | undefined> => {
    if (pasted.kind === "panel") return pasted.panel;
    if (pasted.kind === "table") return tablePanel(pasted.csv, texts.table);
    if (pasted.kind !== "address") return undefined;
    const { spec } = await queryClient.fetchQuery(dashboardQuery(pasted.uid));
    return panelIn(migrateToShow(spec), pasted.panelId);
  };
  /** An address says well enough what was meant. */
  const missing = ({ kind }: Pasted) => (kind === "address" ? texts.notThere : texts.nothing);
  const add = async (text: string) => {
    const pasted = readPasted(text);
    if (pasted.kind === "dashboard") return setOffered(pasted.document);
    const panel = await panelOf(pasted);
    setFault(panel === undefined ? missing(pasted) : undefined);
    if (panel === undefined) return;
    const added = addPanel(draft.document, panel);
    draft.change(texts.step, () => added.document);
    onAdded(added.id);
  };
  const addFrom = async (text: string) => {
    try {
      await add(text);
    } catch (error) {
      setFault(isNotFound(error) ? texts.notThere : error instanceof Error ? error : texts.nothing);
    }
  };
  const addFromClipboard = async () => {
    const text = await clipboardText();
    if (text !== undefined) await addFrom(text);
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (
      target instanceof HTMLElement &&
      target.closest("input, textarea, [contenteditable=true], [role=dialog]") !== null
    )
      return;
    const text = clipboardData?.getData("text/plain") ?? "";
    if (text !== "") void addFrom(text);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);

  return (
    <>
      <Button icon={<ClipboardPaste aria-hidden />} onPress={() => void addFromClipboard()}>
        {texts.button}
      </Button>
      {typeof fault === "string" && <Alert kind="warn">{fault}</Alert>}
      {fault instanceof Error && <FaultAlert error={fault} />}
      {offered !== undefined && (
        <PanelsOfDashboard
          offered={offered}
          document={draft.document}
          onAdd={(panels, variables) =>
            draft.change(texts.stepOfMany(offered.title), (document) =>
              addVariables(addPanels(document, panels), variables),
            )
          }
          onClose={() => setOffered(undefined)}
        />
      )}
    </>
  );
}
