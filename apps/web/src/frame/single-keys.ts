const KEPT = "vedette-single-keys";

/** Whether single letters do something in this browser. People who speak to their computer, or press keys by mistake, switch it off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    // A browser that keeps nothing has the usual.
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "off");
  } catch {
    // It holds for this page only.
  }
}
