import { ApiError } from "../../api/api-error.ts";
import { FaultAlert } from "../../control/fault-alert.tsx";
import { dashboardMessages } from "../messages.ts";

interface VariableFaultProps {
  /** Of the variable, or of the events. */
  readonly name: string;
  readonly error: Error;
  readonly onAskAgain: () => void;
}

/** Why a query beside the panels gave nothing. What the document itself says wrong is so the next time, too. */
export function VariableFault({ name, error, onAskAgain }: VariableFaultProps) {
  return (
    <FaultAlert
      error={error}
      text={dashboardMessages.variable.failed(name, error.message)}
      onRetry={error instanceof ApiError ? onAskAgain : undefined}
    />
  );
}
