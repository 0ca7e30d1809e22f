import { recall, remember } from "../browser-memory.ts";

const KEPT = "vedette.patterns";

/** Whether series of charts are told apart by dashes and hatches as well as by colours (WCAG 1.4.1). */
export function hasPatterns(): boolean {
  return recall(KEPT) === "on";
}

export function setPatterns(isOn: boolean): void {
  remember(KEPT, isOn ? "on" : null);
}
