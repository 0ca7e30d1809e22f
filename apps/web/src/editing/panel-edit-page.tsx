import { useQuery } from "@tanstack/react-query";
import { Copy, Redo2, Save, Trash2, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type Dashboard, dashboardQuery } from "../api/dashboards.ts";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { type JsonObject, textOf } from "../dashboard/model/json.ts";
import { readPanels } from "../dashboard/model/read-panel.ts";
import { PanelCard } from "../dashboard/panel/panel-card.tsx";
import { TimePicker } from "../dashboard/toolbar/time-picker.tsx";
import { VariableBar } from "../dashboard/toolbar/variable-bar.tsx";
import { DashboardProvider } from "../dashboard/view/dashboard-provider.tsx";
import { useAddress } from "../dashboard/view/use-address.ts";
import { useSession } from "../dashboard/view/use-session.ts";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { editingMessages as texts } from "./messages.ts";
import { addPanel, changePanel, duplicatePanel, NEW_PANEL, panelIn, removePanel } from "./panel-edits.ts";
import { PanelOptions } from "./panel-options-list.tsx";
import { QueryList } from "./query-list.tsx";
import { SaveDashboard } from "./save-dashboard.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import "../dashboard/view/dashboard.css";
import "./panel-edit-page.css";

/** `/d/:uid/panels/:id/edit`: one panel of a dashboard with its picture, its queries and its options. */
export function PanelEditPage() {
  const uid = useParams()["uid"] ?? "";
  const id = useParams()["id"] ?? "";
  const { data, error, refetch } = useQuery({ ...dashboardQuery(uid), staleTime: Number.POSITIVE_INFINITY });
  if (data !== undefined) return <Editor key={uid} uid={uid} stored={data} id={id} />;
  return (
    <Page title={uid} width="full">
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

interface EditorProps {
  readonly uid: string;
  readonly stored: Dashboard;
  /** Of the panel, or `new`. */
  readonly id: string;
}

function Editor({ uid, stored, id }: EditorProps) {
  const panelId = Number(id);
  const draft = useDraft(uid, stored, panelId);
  useNewPanel(uid, id, draft);
  const panel = draft === undefined ? undefined : panelIn(draft.document, panelId);
  if (draft === undefined || id === "new") return <Page title={stored.spec.title}>{null}</Page>;
  if (panel === undefined) return <MissingPanel uid={uid} draft={draft} />;
  return <PanelEditor uid={uid} draft={draft} panel={panel} panelId={panelId} />;
}

/** A panel that is not there, or was removed just now: then that is to be saved, or taken back. */
function MissingPanel({ uid, draft }: { readonly uid: string; readonly draft: Draft }) {
  const [isSaving, setSaving] = useState(false);
  const navigate = useNavigate();
  const home = `/d/${encodeURIComponent(uid)}`;
  return (
    <Page title={texts.missing} trail={[{ label: messages.dashboards.title, to: "/dashboards" }]}>
      <div className="v-edit-acts">
        <LinkButton to={home}>{texts.back}</LinkButton>
        {draft.isDirty && <Button onPress={draft.discard}>{texts.discard}</Button>}
        {draft.isDirty && (
          <Button kind="primary" icon={<Save aria-hidden />} onPress={() => setSaving(true)}>
            {texts.save}
          </Button>
        )}
      </div>
      {isSaving && (
        <SaveDashboard uid={uid} draft={draft} onClose={() => setSaving(false)} onSaved={() => void navigate(home)} />
      )}
    </Page>
  );
}

/** `new` puts a panel below the others and goes on to it. */
function useNewPanel(uid: string, id: string, draft: Draft | undefined): void {
  const navigate = useNavigate();
  const begin = useEffectEvent(() => {
    if (draft === undefined || id !== "new") return;
    const added = addPanel(draft.document, NEW_PANEL);
    draft.change(texts.newPanel, () => added.document);
    void navigate(`/d/${encodeURIComponent(uid)}/panels/${added.id}/edit`, { replace: true });
  });
  const isKnown = draft !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the draft is there, and for each new panel
  useEffect(() => begin(), [isKnown, id]);
}

interface PanelEditorProps {
  readonly uid: string;
  readonly draft: Draft;
  readonly panel: JsonObject;
  readonly panelId: number;
}

function PanelEditor({ uid, draft, panel, panelId }: PanelEditorProps) {
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const address = useAddress();
  const session = useSession(draft.document, address.wishes);
  const navigate = useNavigate();
  const title = textOf(panel["title"]) || texts.untitled;
  const home = `/d/${encodeURIComponent(uid)}`;
  const setPanel = (step: string) => (next: JsonObject) => {
    setSaved(false);
    draft.change(step, (document) => changePanel(document, panelId, () => next));
  };
  const duplicate = () => {
    const added = duplicatePanel(draft.document, panelId);
    draft.change(texts.duplicate, () => added.document);
    void navigate(`${home}/panels/${added.id}/edit`);
  };
  useSaveKeys(draft, () => setSaving(true));

  return (
    <Page
      title={texts.title(title)}
      trail={[
        { label: messages.dashboards.title, to: "/dashboards" },
        { label: session.dashboard.title, to: home },
      ]}
      width="full"
      actions={
        <div className="v-dashboard-tools" data-place="bar">
          <IconButton
            isDisabled={draft.undoable === undefined}
            onPress={draft.undo}
            label={texts.undo(draft.undoable ?? "")}
            icon={<Undo2 aria-hidden />}
          />
          <IconButton
            isDisabled={draft.redoable === undefined}
            onPress={draft.redo}
            label={texts.redo(draft.redoable ?? "")}
            icon={<Redo2 aria-hidden />}
          />
          <Button
            kind="primary"
            icon={<Save aria-hidden />}
            isDisabled={!draft.isDirty}
            onPress={() => setSaving(true)}
          >
            {isSaved && !draft.isDirty ? texts.saving.saved : texts.save}
          </Button>
        </div>
      }
    >
      {draft.restoredAt !== undefined && draft.isDirty && (
        <Alert kind="info">
          {texts.restored(new Date(draft.restoredAt).toLocaleString())}{" "}
          <Button kind="quiet" onPress={draft.discard}>
            {texts.discard}
          </Button>
        </Alert>
      )}
      <div className="v-edit">
        <div className="v-edit-main">
          <div className="v-edit-tools">
            <VariableBar session={session} onChoose={address.setVariable} />
            <TimePicker session={session} onRange={address.setRange} />
          </div>
          <DashboardProvider session={session} uid={uid} viewedPanel={String(panelId)} onRange={address.setRange}>
            <Preview panel={panel} />
          </DashboardProvider>
          {panel["type"] !== "text" && <QueryList panel={panel} session={session} onChange={setPanel(texts.queries)} />}
          <div className="v-edit-acts">
            <LinkButton to={home} kind="quiet">
              {texts.back}
            </LinkButton>
            <Button icon={<Copy aria-hidden />} onPress={duplicate}>
              {texts.duplicate}
            </Button>
            <Button
              kind="danger"
              icon={<Trash2 aria-hidden />}
              onPress={() => draft.change(texts.remove, (document) => removePanel(document, panelId))}
            >
              {texts.remove}
            </Button>
          </div>
        </div>
        <PanelOptions panel={panel} onChange={setPanel} />
      </div>
      {isSaving && (
        <SaveDashboard
          uid={uid}
          draft={draft}
          onClose={() => setSaving(false)}
          onSaved={() => {
            setSaving(false);
            setSaved(true);
          }}
        />
      )}
    </Page>
  );
}

/** The panel as the dashboard would draw it, alive. */
function Preview({ panel }: { readonly panel: JsonObject }) {
  const placed = useMemo(() => {
    const [read] = readPanels([panel]);
    return read?.kind !== "panel"
      ? undefined
      : { kind: "panel" as const, key: String(read.id), panel: read, pos: read.gridPos ?? WHOLE, scoped: NOT_REPEATED };
  }, [panel]);
  return <div className="v-edit-preview">{placed !== undefined && <PanelCard placed={placed} />}</div>;
}

const WHOLE = { x: 0, y: 0, w: 24, h: 8 };
const NOT_REPEATED = new Map<string, never>();

/** Ctrl or Cmd with S, Z and Shift Z; a field keeps its own undo. */
function useSaveKeys(draft: Draft, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event);
    if (act === undefined) return;
    event.preventDefault();
    if (act !== "save") draft[act]();
    else if (draft.isDirty) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function actOf(event: KeyboardEvent): "save" | "undo" | "redo" | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === "s") return "save";
  const isInField = event.target instanceof HTMLElement && event.target.closest("input, textarea, .cm-editor") !== null;
  if (key !== "z" || isInField) return undefined;
  return event.shiftKey ? "redo" : "undo";
}
