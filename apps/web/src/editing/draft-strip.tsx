import { useQueryClient } from "@tanstack/react-query";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { draftKey } from "./draft-query.ts";
import { forgetDraft, type StoredDraft } from "./draft-store.ts";
import { editingMessages as texts } from "./messages.ts";

interface DraftStripProps {
  readonly uid: string;
  readonly draft: StoredDraft;
}

/** Above a dashboard that somebody changed in this browser and did not save. */
export function DraftStrip({ uid, draft }: DraftStripProps) {
  const queryClient = useQueryClient();
  const discard = async () => {
    await forgetDraft(draftKey(uid));
    await queryClient.invalidateQueries({ queryKey: ["drafts", uid] });
  };
  return (
    <Alert kind="info">
      <div className="v-draft-strip">
        {texts.draft(new Date(draft.changedAt).toLocaleString())}
        <LinkButton
          to={`/d/${encodeURIComponent(uid)}/${draft.panelId === undefined ? "edit" : `panels/${draft.panelId}/edit`}`}
          kind="quiet"
        >
          {texts.resume}
        </LinkButton>
        <Button kind="quiet" onPress={() => void discard()}>
          {texts.discard}
        </Button>
      </div>
    </Alert>
  );
}
