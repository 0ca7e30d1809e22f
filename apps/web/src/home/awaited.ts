import type { UseQueryResult } from "@tanstack/react-query";

/** Whether an answer is still wanted, also by somebody who has stopped waiting for it for now. */
export function isAwaited({ isEnabled, isPending }: Pick<UseQueryResult, "isEnabled" | "isPending">): boolean {
  return isEnabled && isPending;
}
