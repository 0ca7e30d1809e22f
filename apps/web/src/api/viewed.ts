const KEY = "vedette.viewed";
const MOST = 8;

/** Names of the dashboards that somebody opened last in this browser, the newest first. */
export function viewedDashboards(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((uid) => typeof uid === "string").slice(0, MOST) : [];
  } catch {
    // Storage can be forbidden, or hold what another program wrote.
    return [];
  }
}

export function keepViewed(uid: string): void {
  try {
    const others = viewedDashboards().filter((known) => known !== uid);
    localStorage.setItem(KEY, JSON.stringify([uid, ...others].slice(0, MOST)));
  } catch {
    // Then Home shows what was changed last.
  }
}
