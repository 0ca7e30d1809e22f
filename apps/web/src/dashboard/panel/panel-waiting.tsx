import { Button } from "../../control/button.tsx";
import { messages } from "../../messages/en.ts";
import type { PanelData } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import { PanelSkeleton } from "./panel-states.tsx";
import "../../control/state.css";

interface PanelWaitingProps {
  readonly kind: string;
  readonly isAnswered: boolean;
  readonly data: PanelData;
  readonly onStop: () => void;
  readonly onAskAgain: () => void;
}

/** What a panel says while it waits: its shape to come, after 8 s how to give up, and then how to ask again. */
export function PanelWaiting({ kind, isAnswered, data, onStop, onAskAgain }: PanelWaitingProps) {
  const { isWall } = useDashboard();
  const isShaped = !isAnswered && data.error === undefined && !data.isStopped;
  return (
    <>
      {isShaped && <PanelSkeleton kind={kind} />}
      {data.isLoading && !isWall && (
        <div className="v-still v-panel-waiting" data-over={isAnswered || undefined}>
          <p>{messages.stillLoading}</p>
          <Button onPress={onStop}>{messages.cancel}</Button>
        </div>
      )}
      {data.isStopped && (
        <div className="v-stopped v-panel-waiting" data-over={isAnswered || undefined}>
          <p>{dashboardMessages.panel.stopped}</p>
          <Button onPress={onAskAgain}>{messages.error.retry}</Button>
        </div>
      )}
    </>
  );
}
