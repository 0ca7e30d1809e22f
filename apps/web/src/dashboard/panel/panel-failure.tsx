import { Button } from "../../control/button.tsx";
import { CopyDetails } from "../../control/copy-details.tsx";
import { messages } from "../../messages/en.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import "../../control/state.css";

interface PanelFailureProps {
  readonly error: Error;
  /** What the panel says in place of the error's own words. */
  readonly text?: string;
  readonly onAskAgain: () => void;
}

/** Why a panel has nothing to show, and where somebody stands before it, what to do: try again, or hand on the details. */
export function PanelFailure({ error, text = error.message, onAskAgain }: PanelFailureProps) {
  const { isWall } = useDashboard();
  return (
    <div className="v-panel-failure">
      <p>{text}</p>
      {!isWall && (
        <div className="v-state-actions">
          <Button kind="quiet" onPress={onAskAgain}>
            {messages.error.retry}
          </Button>
          <CopyDetails error={error} />
        </div>
      )}
    </div>
  );
}
