const KEY = "vedette.rail";

/** From here on the names of the places take nothing away from the page. */
const ROOMY = "(min-width: 1600px)";

/**
 * Whether this browser shows the rail wide, with the names of the places: as somebody has chosen here, else where there
 * is room, unless the operator wants it narrow.
 */
export function isRailPinned(isNarrowByDefault: boolean): boolean {
  const chosen = chosenState();
  return chosen === undefined ? !isNarrowByDefault && matchMedia(ROOMY).matches : chosen === "pinned";
}

function chosenState(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage can be forbidden by the browser's settings.
    return undefined;
  }
}

export function pinRail(isPinned: boolean): void {
  try {
    localStorage.setItem(KEY, isPinned ? "pinned" : "narrow");
  } catch {
    // As above: the choice then lasts as long as the page.
  }
}
