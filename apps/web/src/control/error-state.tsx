import { RotateCw, TriangleAlert } from "lucide-react";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { CopyDetails } from "./copy-details.tsx";
import "./state.css";

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** The heading's level: 1 where the whole page failed; 2 unless given. */
  readonly level?: 1 | 2;
}

/** What happened, the server's words for it, and what to do: try again, or hand the details to somebody. */
export function ErrorState({ error, onRetry, level = 2 }: ErrorStateProps) {
  const Title = level === 1 ? "h1" : "h2";
  return (
    <div className="v-state" role="alert">
      <TriangleAlert className="v-state-icon" data-kind="crit" aria-hidden />
      <Title className="v-state-title">{messages.error.title}</Title>
      <p>{error.message}</p>
      <div className="v-state-actions">
        {onRetry !== undefined && (
          <Button icon={<RotateCw aria-hidden />} onPress={onRetry}>
            {messages.error.retry}
          </Button>
        )}
        <CopyDetails error={error} />
      </div>
    </div>
  );
}
