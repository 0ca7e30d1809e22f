import { recallList, remember } from "../browser-memory.ts";

const KEY = "vedette.viewed";
const MOST = 8;

/** Names of the dashboards that somebody opened last in this browser, the newest first. */
export function viewedDashboards(): readonly string[] {
  return recallList(KEY)
    .filter((uid) => typeof uid === "string")
    .slice(0, MOST);
}

export function keepViewed(uid: string): void {
  const others = viewedDashboards().filter((known) => known !== uid);
  remember(KEY, JSON.stringify([uid, ...others].slice(0, MOST)));
}
