import { ClipboardCopy, RotateCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { copyText } from "./clipboard.ts";
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
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(detailsOf(error))) setCopied(true);
  };
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
        <Button kind="quiet" icon={<ClipboardCopy aria-hidden />} onPress={() => void copy()}>
          {isCopied ? messages.error.copied : messages.error.copy}
        </Button>
      </div>
    </div>
  );
}

/** Plain lines that an administrator finds again in the server's log. */
function detailsOf(error: Error): string {
  const at = error instanceof ApiError ? error.at : new Date();
  const facts: [string, string | number | undefined][] = [
    ["message", error.message],
    ["time", at.toISOString()],
    ["page", location.pathname],
  ];
  if (error instanceof ApiError) {
    facts.push(["call", error.path], ["status", error.status], ["code", error.code], ["request", error.requestId]);
  }
  return facts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
