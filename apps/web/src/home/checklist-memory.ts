import { recall, remember } from "../browser-memory.ts";

const DISMISSED = "vedette.checklist";
const WORKERS_SEEN = "vedette.workers-seen";

/** Whether the checklist was put away in this browser. */
export function isChecklistDismissed(): boolean {
  return recall(DISMISSED) !== null;
}

export function dismissChecklist(): void {
  remember(DISMISSED, "yes");
}

/** Whether somebody has followed the checklist to the delivery workers in this browser. */
export function wereWorkersSeen(): boolean {
  return recall(WORKERS_SEEN) !== null;
}

export function rememberWorkersSeen(): void {
  remember(WORKERS_SEEN, "yes");
}
