const DISMISSED = "vedette.checklist";
const WORKERS_SEEN = "vedette.workers-seen";

/** Whether the checklist was put away in this browser. */
export function isChecklistDismissed(): boolean {
  return recall(DISMISSED);
}

export function dismissChecklist(): void {
  remember(DISMISSED);
}

/** Whether somebody has followed the checklist to the delivery workers in this browser. */
export function wereWorkersSeen(): boolean {
  return recall(WORKERS_SEEN);
}

export function rememberWorkersSeen(): void {
  remember(WORKERS_SEEN);
}

function recall(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage can be forbidden by the browser's settings: the checklist then shows again.
    return false;
  }
}

function remember(key: string): void {
  try {
    localStorage.setItem(key, "yes");
  } catch {
    // As above.
  }
}
