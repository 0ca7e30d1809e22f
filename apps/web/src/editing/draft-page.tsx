import { Redo2, Save, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { draftTime } from "./draft-time.ts";
import { editingMessages as texts } from "./messages.ts";
import { SaveDashboard } from "./save-dashboard.tsx";
import { StepMenu } from "./step-menu.tsx";
import type { Draft } from "./use-draft.ts";
import { useSaveKeys } from "./use-save-keys.ts";
import "./panel-edit-page.css";

interface DraftPageProps {
  readonly uid: string;
  readonly draft: Draft;
  /** The page's heading. */
  readonly title: string;
  /** What the dashboard is called, for the way back; nothing where the page is the dashboard's own. */
  readonly dashboard?: string;
  readonly width?: "list" | "form" | "full";
  /** Further buttons, before Undo. */
  readonly tools?: ReactNode;
  /** Those behind Save. */
  readonly endTools?: ReactNode;
  /** Unless given, the page stays and says so. */
  readonly onSaved?: () => void;
  readonly children: ReactNode;
}

/** A page on which a dashboard is changed: undo, redo and save in its bar, and what a browser kept told above it. */
export function DraftPage(props: DraftPageProps) {
  const { uid, draft, title, dashboard, width = "full", tools, endTools, onSaved, children } = props;
  const [isSaving, setSaving] = useState(false);
  const [savedAs, setSavedAs] = useState<string>();
  const isSaved = savedAs === draft.resourceVersion && !draft.isDirty;
  useSaveKeys(draft, () => setSaving(true));
  return (
    <Page
      title={title}
      trail={[
        { label: messages.dashboards.title, to: "/dashboards" },
        ...(dashboard === undefined ? [] : [{ label: dashboard, to: `/d/${encodeURIComponent(uid)}` }]),
      ]}
      width={width}
      actions={
        <div className="v-dashboard-tools v-draft-tools" data-place="bar">
          {tools}
          <IconButton
            isDisabled={draft.undoable.length === 0}
            onPress={() => draft.undo()}
            label={texts.undo(draft.undoable[0] ?? "")}
            icon={<Undo2 aria-hidden />}
          />
          <IconButton
            isDisabled={draft.redoable.length === 0}
            onPress={() => draft.redo()}
            label={texts.redo(draft.redoable[0] ?? "")}
            icon={<Redo2 aria-hidden />}
          />
          <StepMenu draft={draft} />
          <Button
            kind="primary"
            icon={<Save aria-hidden />}
            isDisabled={!draft.isDirty}
            onPress={() => setSaving(true)}
          >
            {isSaved ? texts.saving.saved : texts.save}
          </Button>
          {endTools}
        </div>
      }
    >
      {draft.restoredAt !== undefined && draft.isDirty && (
        <Alert kind="info">
          <div className="v-draft-strip">
            {texts.draft(draftTime(draft.restoredAt))}
            <Button onPress={draft.keep}>{texts.keep}</Button>
            <Button onPress={draft.discard}>{texts.discardDraft}</Button>
          </div>
        </Alert>
      )}
      <p className="v-hidden" role="status">
        {isSaved && texts.saving.saved}
      </p>
      {children}
      {isSaving && (
        <SaveDashboard
          uid={uid}
          draft={draft}
          onClose={() => setSaving(false)}
          onSaved={(version) => {
            setSaving(false);
            setSavedAs(version);
            onSaved?.();
          }}
        />
      )}
    </Page>
  );
}
