import { isOutage } from "../api/api-error.ts";
import { messages } from "../messages/en.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { CopyDetails } from "./copy-details.tsx";

interface FaultAlertProps {
  readonly error: Error;
  /** What the page says in place of the server's words. */
  readonly text?: string | undefined;
  /** Asks again, where nobody has anything to press otherwise. */
  readonly onRetry?: (() => void) | undefined;
}

/** Why something was not done. Of what nobody mends by typing something else, the details can be copied. */
export function FaultAlert({ error, text = error.message, onRetry }: FaultAlertProps) {
  const hasDetails = onRetry !== undefined || isOutage(error);
  return (
    <Alert kind="crit">
      {text}
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
