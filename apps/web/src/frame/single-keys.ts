import { recall, remember } from "../browser-memory.ts";

const KEPT = "vedette-single-keys";

/** Whether single letters do something in this browser. People who speak to their computer, or press keys by mistake, switch it off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return recall(KEPT) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  remember(KEPT, isOn ? null : "off");
}
