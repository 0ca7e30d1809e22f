import { use } from "react";
import { isOutage } from "../api/api-error.ts";
import { messages } from "../messages/en.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { CopyDetails } from "./copy-details.tsx";
import { durationText } from "./duration-text.ts";
import { useWait, WaitContext } from "./use-wait.ts";

interface FaultAlertProps {
  readonly error: Error;
  /** What the page says in place of the server's words. */
  readonly text?: string | undefined;
  /** Asks again, where nobody has anything to press otherwise. */
  readonly onRetry?: (() => void) | undefined;
}

/**
 * Why something was not done. Of what nobody mends by typing something else, the details can be copied. After too many
 * tries it counts down to the next, where the button of a form does not.
 */
export function FaultAlert({ error, text = error.message, onRetry }: FaultAlertProps) {
  const hasDetails = onRetry !== undefined || isOutage(error);
  const wait = useWait(error);
  const isCounted = use(WaitContext) > 0;
  return (
    <Alert kind="crit">
      {text}
      {wait > 0 && !isCounted && (
        <>
          {" "}
          <span role="timer">{messages.waitFor(durationText(wait * 1000))}.</span>
        </>
      )}
      {hasDetails && " "}
      {onRetry !== undefined && (
        <Button kind="quiet" onPress={onRetry}>
          {messages.error.retry}
        </Button>
      )}
      {hasDetails && <CopyDetails error={error} />}
    </Alert>
  );
}
