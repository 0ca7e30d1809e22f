import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { draftKey } from "./draft-query.ts";
import { forgetDraft, type StoredDraft } from "./draft-store.ts";
import { draftTime } from "./draft-time.ts";
import { forgetSteps } from "./last-steps.ts";
import { editingMessages as texts } from "./messages.ts";
import { withdrawDraft } from "./share-draft.ts";

interface DraftStripProps {
  readonly uid: string;
  readonly draft: StoredDraft;
  readonly onDiscarded: () => void;
}

/** Above a dashboard that somebody changed and did not save, in this browser or another one. */
export function DraftStrip({ uid, draft, onDiscarded }: DraftStripProps) {
  const discard = async () => {
    forgetSteps(uid);
    await Promise.all([forgetDraft(draftKey(uid)), withdrawDraft(uid, true)]);
    onDiscarded();
  };
  return (
    <Alert kind="info">
      <div className="v-draft-strip">
        {texts.draft(draftTime(draft.changedAt))}
        <LinkButton
          to={`/d/${encodeURIComponent(uid)}/${draft.panelId === undefined ? "edit" : `panels/${draft.panelId}/edit`}`}
        >
          {texts.resume}
        </LinkButton>
        <Button onPress={() => void discard()}>{texts.discardDraft}</Button>
      </div>
    </Alert>
  );
}
