/** A title as a part of an address: `Node / Überblick` is `node-uberblick`. Never empty. */
export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug === "" ? "dashboard" : slug;
}

/** What stands behind `/d/:uid/` and is no title. */
const PLACES: ReadonlySet<string> = new Set(["edit", "settings", "json", "history"]);

/** The address of a dashboard with its title, so that people who see only the link know what it is. */
export function addressOf(uid: string, title: string): string {
  const slug = slugOf(title);
  const home = `/d/${encodeURIComponent(uid)}`;
  return PLACES.has(slug) ? home : `${home}/${slug}`;
}

/** Where the addresses of other dashboard servers for editing lead here; nothing when it is to be looked at. */
export function editingPlace(uid: string, query: URLSearchParams): string | undefined {
  const home = `/d/${encodeURIComponent(uid)}`;
  const panel = query.get("editPanel")?.replace(/^panel-/, "");
  if (panel !== undefined && /^\d+$/.test(panel)) return `${home}/panels/${panel}/edit`;
  const view = query.get("editview");
  if (view === null) return undefined;
  if (view === "json-model" || view === "dashboard_json") return `${home}/json`;
  return view === "versions" ? `${home}/history` : `${home}/settings`;
}
