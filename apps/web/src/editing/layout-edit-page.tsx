import { Braces, LayoutGrid, Plus, Rows3, Settings } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { type JsonObject, listOf, objectsOf } from "../dashboard/model/json.ts";
import { askedEdit } from "../dashboard/panel/panel-edit.ts";
import { TimePicker } from "../dashboard/toolbar/time-picker.tsx";
import { VariableBar } from "../dashboard/toolbar/variable-bar.tsx";
import { DashboardProvider } from "../dashboard/view/dashboard-provider.tsx";
import { useAddress } from "../dashboard/view/use-address.ts";
import { useSession } from "../dashboard/view/use-session.ts";
import { useKeys } from "../frame/keys.ts";
import { DraftPage } from "./draft-page.tsx";
import { EditGrid } from "./layout/edit-grid.tsx";
import { editingMessages } from "./messages.ts";
import { addPanel, duplicatePanel, removePanel } from "./panel-edits.ts";
import { PastePanel } from "./paste-panel.tsx";
import type { Draft } from "./use-draft.ts";
import { WithDraft } from "./with-draft.tsx";
import "../dashboard/view/dashboard.css";

/** `/d/:uid/edit`: the panels of a dashboard, to be moved, resized, added and taken away. */
export function LayoutEditPage() {
  const uid = useParams()["uid"] ?? "";
  return <WithDraft uid={uid}>{(draft) => <LayoutEditor uid={uid} draft={draft} />}</WithDraft>;
}

/** Panels that a wall shows in type that is read from some metres away. */
const MOST_ON_WALL = 12;

interface LayoutEditorProps {
  readonly uid: string;
  readonly draft: Draft;
}

function LayoutEditor({ uid, draft }: LayoutEditorProps) {
  const texts = editingMessages.layout;
  const address = useAddress();
  const session = useSession(draft.document, address.wishes);
  useAskedEdit(draft);
  const home = `/d/${encodeURIComponent(uid)}`;
  const newPanel = `${home}/panels/new/edit`;
  const navigate = useNavigate();
  useKeys({ a: () => void navigate(newPanel) });
  const panels = objectsOf(draft.document["panels"]).filter(({ type }) => type !== "row").length;
  const isReady = session.sources !== undefined && session.variables.isReady;
  return (
    <DraftPage uid={uid} draft={draft} title={texts.title} dashboard={session.dashboard.title}>
      <div className="v-dashboard">
        <div className="v-edit-tools">
          <div className="v-filters">
            <LinkButton to={newPanel} icon={<Plus aria-hidden />}>
              {editingMessages.newPanel}
            </LinkButton>
            <Button
              icon={<Rows3 aria-hidden />}
              onPress={() =>
                draft.change(texts.addRow, (document) => addPanel(document, newRow(texts.newRow)).document)
              }
            >
              {texts.addRow}
            </Button>
            <PastePanel draft={draft} />
            <LinkButton to={`${home}/settings`} icon={<Settings aria-hidden />}>
              {editingMessages.settings.title}
            </LinkButton>
            <LinkButton to={`${home}/json`} icon={<Braces aria-hidden />}>
              JSON
            </LinkButton>
            <LinkButton to={home} kind="quiet">
              {editingMessages.back}
            </LinkButton>
          </div>
          <TimePicker session={session} onRange={address.setRange} />
        </div>
        <VariableBar session={session} onChoose={address.setVariable} />
        <div className="v-edit-narrow">
          <Alert kind="info">{texts.narrow}</Alert>
        </div>
        <DashboardProvider session={session} uid={uid}>
          {listOf(draft.document["panels"]).length === 0 ? (
            <EmptyState icon={LayoutGrid} title={texts.empty} text={texts.emptyText} />
          ) : (
            isReady && <EditGrid uid={uid} draft={draft} />
          )}
          {panels > MOST_ON_WALL && <p className="v-hint">{texts.manyForWall(panels)}</p>}
          {isReady && (
            <div className="v-edit-empty">
              <LinkButton to={newPanel} kind="quiet" icon={<Plus aria-hidden />}>
                {texts.addHere}
              </LinkButton>
            </div>
          )}
        </DashboardProvider>
      </div>
    </DraftPage>
  );
}

/** What the panel's menu asked for is a step like any other, done once. */
function useAskedEdit(draft: Draft): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = askedEdit(state);
  const key = asked === undefined ? undefined : `${asked.kind} ${asked.id}`;
  const run = useEffectEvent(() => {
    if (asked === undefined) return;
    void navigate({ pathname, search }, { replace: true, state: null });
    const { duplicate, remove } = editingMessages;
    if (asked.kind === "remove") draft.change(remove, (document) => removePanel(document, asked.id));
    else draft.change(duplicate, (document) => duplicatePanel(document, asked.id).document);
  });
  useEffect(() => {
    if (key !== undefined) run();
  }, [key]);
}

function newRow(title: string): JsonObject {
  return { type: "row", title, collapsed: false, panels: [], gridPos: { w: 24, h: 1 } };
}
