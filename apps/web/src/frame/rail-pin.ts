import { recall, remember } from "../browser-memory.ts";

const KEY = "vedette.rail";

/** From here on the names of the places take nothing away from the page. */
const ROOMY = "(width >= 100rem)";

/**
 * Whether this browser shows the rail wide, with the names of the places: as somebody has chosen here, else where there
 * is room, unless the operator wants it narrow.
 */
export function isRailPinned(isNarrowByDefault: boolean): boolean {
  const chosen = recall(KEY);
  return chosen === null ? !isNarrowByDefault && matchMedia(ROOMY).matches : chosen === "pinned";
}

export function pinRail(isPinned: boolean): void {
  remember(KEY, isPinned ? "pinned" : "narrow");
}
