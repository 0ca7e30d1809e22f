import { Copy, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { Button, LinkButton } from "../control/button.tsx";
import { useIsPhone } from "../control/use-media.ts";
import { type JsonObject, objectOf, textOf } from "../dashboard/model/json.ts";
import { NOTHING_DRAWN } from "../dashboard/panel/drawn.ts";
import { TimePicker } from "../dashboard/toolbar/time-picker.tsx";
import { VariableBar } from "../dashboard/toolbar/variable-bar.tsx";
import { SessionFault } from "../dashboard/view/dashboard-faults.tsx";
import { useAddress } from "../dashboard/view/use-address.ts";
import { useSession } from "../dashboard/view/use-session.ts";
import { NotFound } from "../frame/not-found.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { DraftPage } from "./draft-page.tsx";
import { editingMessages as texts } from "./messages.ts";
import { addPanel, changePanel, duplicatePanel, NEW_PANEL, panelIn, removePanel } from "./panel-edits.ts";
import { PanelOptions } from "./panel-options-list.tsx";
import { PanelPreview } from "./panel-preview.tsx";
import { PhoneParts } from "./phone-parts.tsx";
import { QueryList } from "./query-list.tsx";
import { TransformationList } from "./transformation-list.tsx";
import type { Draft } from "./use-draft.ts";
import { useTypedOut } from "./use-typed-out.ts";
import { WithDraft } from "./with-draft.tsx";
import "../dashboard/view/dashboard.css";
import "./panel-edit-page.css";

/** `/d/:uid/panels/:id/edit`: one panel of a dashboard with its picture, its queries and its options. */
export function PanelEditPage() {
  const uid = useParams()["uid"] ?? "";
  const id = useParams()["id"] ?? "";
  return (
    <WithDraft uid={uid} panelId={id === "new" ? undefined : Number(id)}>
      {(draft, stored) => <Editor uid={uid} draft={draft} title={stored.spec.title} id={id} />}
    </WithDraft>
  );
}

interface EditorProps {
  readonly uid: string;
  readonly draft: Draft;
  /** Of the dashboard. */
  readonly title: string;
  /** Of the panel, or `new`. */
  readonly id: string;
}

function Editor({ uid, draft, title, id }: EditorProps) {
  const panelId = Number(id);
  useNewPanel(uid, id, draft);
  const panel = panelIn(draft.document, panelId);
  if (id === "new") return <Page title={title}>{null}</Page>;
  if (panel === undefined) return <MissingPanel uid={uid} draft={draft} title={title} />;
  return <PanelEditor uid={uid} draft={draft} panel={panel} panelId={panelId} />;
}

/** A panel that is not there, was removed just now, or whose adding was taken back: a step back or on brings it again. */
function MissingPanel({ uid, draft, title }: Omit<EditorProps, "id">) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const home = `/d/${encodeURIComponent(uid)}`;
  return (
    <DraftPage
      uid={uid}
      draft={draft}
      title={texts.missing}
      dashboard={title}
      width="form"
      onSaved={() => void navigate(home)}
    >
      <NotFound
        text={messages.notFound.text(pathname)}
        wanted={title}
        nearest={
          <>
            <LinkButton to={home}>{texts.back}</LinkButton>
            {draft.isDirty && <Button onPress={draft.discard}>{texts.discard}</Button>}
          </>
        }
      />
    </DraftPage>
  );
}

/** What the address of a panel carries that was added just now. */
const NEW = { isNew: true };

/** `new` puts a panel below the others and goes on to it. */
function useNewPanel(uid: string, id: string, draft: Draft): void {
  const navigate = useNavigate();
  const begin = useEffectEvent(() => {
    if (id !== "new") return;
    const added = addPanel(draft.document, NEW_PANEL);
    draft.change(texts.newPanel, () => added.document);
    void navigate(`/d/${encodeURIComponent(uid)}/panels/${added.id}/edit`, { replace: true, state: NEW });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new panel
  useEffect(() => begin(), [id]);
}

interface PanelEditorProps {
  readonly uid: string;
  readonly draft: Draft;
  readonly panel: JsonObject;
  readonly panelId: number;
}

function PanelEditor({ uid, draft, panel, panelId }: PanelEditorProps) {
  const address = useAddress();
  const session = useSession(draft.document, address.wishes);
  const navigate = useNavigate();
  const isNew = objectOf(useLocation().state)["isNew"] === true;
  const isPhone = useIsPhone();
  const [drawn, setDrawn] = useState(NOTHING_DRAWN);
  const typedOut = useTypedOut(panel);
  const title = textOf(panel["title"]) || texts.untitled;
  const home = `/d/${encodeURIComponent(uid)}`;
  const setPanel = (step: string) => (next: JsonObject) => {
    draft.change(step, (document) => changePanel(document, panelId, () => next));
  };
  const duplicate = () => {
    const added = duplicatePanel(draft.document, panelId);
    draft.change(texts.duplicate, () => added.document);
    void navigate(`${home}/panels/${added.id}/edit`);
  };

  const tools = (
    <div className="v-edit-tools">
      <VariableBar session={session} onChoose={address.setVariable} />
      <TimePicker session={session} onRange={address.setRange} onTimeZone={address.setTimeZone} />
    </div>
  );
  const preview = (
    <PanelPreview panel={typedOut} session={session} uid={uid} onRange={address.setRange} onDrawn={setDrawn} />
  );
  const queries =
    panel["type"] === "text" ? undefined : (
      <>
        <QueryList panel={panel} session={session} fault={drawn.fault} onChange={setPanel(texts.queries)} />
        <TransformationList panel={panel} drawn={drawn} onChange={setPanel(texts.transformation.title)} />
      </>
    );
  const options = (
    <aside className="v-edit-options" aria-label={texts.options}>
      <PanelOptions panel={panel} drawn={drawn} isNew={isNew} onChange={setPanel} />
    </aside>
  );
  const acts = (
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
  );

  return (
    <DraftPage uid={uid} draft={draft} title={texts.title(title)} dashboard={session.dashboard.title}>
      <SessionFault session={session} />
      {isPhone ? (
        <div className="v-edit-main">
          {tools}
          <PhoneParts preview={preview} queries={queries} options={options} first={isNew ? "options" : "queries"} />
          {acts}
        </div>
      ) : (
        <div className="v-edit">
          <div className="v-edit-main">
            {tools}
            {preview}
            {queries}
            {acts}
          </div>
          {options}
        </div>
      )}
    </DraftPage>
  );
}
