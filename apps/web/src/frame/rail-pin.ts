const KEY = "vedette.rail";

/** Whether this browser shows the rail wide, with the names of the places. */
export function isRailPinned(): boolean {
  try {
    return localStorage.getItem(KEY) === "pinned";
  } catch {
    // Storage can be forbidden by the browser's settings.
    return false;
  }
}

export function pinRail(isPinned: boolean): void {
  try {
    localStorage.setItem(KEY, isPinned ? "pinned" : "narrow");
  } catch {
    // As above: the choice then lasts as long as the page.
  }
}
