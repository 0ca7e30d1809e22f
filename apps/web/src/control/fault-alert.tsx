import { isOutage } from "../api/api-error.ts";
import { Alert } from "./alert.tsx";
import { CopyDetails } from "./copy-details.tsx";

interface FaultAlertProps {
  readonly error: Error;
  /** What the page says in place of the server's words. */
  readonly text?: string;
}

/** Why something was not done. Of trouble at the server, which nobody mends by typing something else, the details can be copied. */
export function FaultAlert({ error, text = error.message }: FaultAlertProps) {
  return (
    <Alert kind="crit">
      {text}
      {isOutage(error) && (
        <>
          {" "}
          <CopyDetails error={error} />
        </>
      )}
    </Alert>
  );
}
