import { recall, remember } from "../browser-memory.ts";

const DISMISSED = "vedette.checklist";

/** Steps that are done by having looked. */
export type SeenStep = "workers" | "methods";

const keyOf = (step: SeenStep) => `vedette.${step}-seen`;

/** Whether the checklist was put away in this browser. */
export function isChecklistDismissed(): boolean {
  return recall(DISMISSED) !== null;
}

export function dismissChecklist(): void {
  remember(DISMISSED, "yes");
}

/** Whether somebody has followed the checklist there in this browser. */
export function wasSeen(step: SeenStep): boolean {
  return recall(keyOf(step)) !== null;
}

export function rememberSeen(step: SeenStep): void {
  remember(keyOf(step), "yes");
}
