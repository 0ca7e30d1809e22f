import type { PagedKind } from "@vedette/resources";

/** What a page is about, where that has a name of its own in the address. */
export type PageObject =
  | {
      readonly kind: PagedKind;
      readonly name: string;
      /** Key of the panel of a dashboard that the page shows alone. */
      readonly panel?: string;
    }
  /** The address at which this server shows the thing to whoever may see it. */
  | { readonly kind: "asked"; readonly path: string };

const PLACES: readonly (readonly [PagedKind, RegExp])[] = [
  ["dashboards", /^\/d(?:-solo)?\/([^/]+)/i],
  ["dashboards", /^\/dashboards\/versions\/([^/]+)/i],
  ["folders", /^\/dashboards\/f\/([^/]+)/i],
  ["playlists", /^\/playlists\/(?:edit|play)\/([^/]+)/i],
  ["playlists", /^\/playlists\/(?!new\/?$)([^/]+)/i],
  ["playlists", /^\/wall\/(?!pair\/?$)([^/]+)/i],
  ["providers", /^\/access\/providers\/(?!new\/?$)([^/]+)/i],
  ["ssoProviders", /^\/access\/sso\/([^/]+)/i],
];

/** What else has pages under its name, and where the page itself asks for it. */
const ASKED: readonly (readonly [place: RegExp, above: string])[] = [
  [/^\/people\/users\/(?!me\/?$)([^/]+)/i, "/api/users/"],
  [/^\/people\/teams\/([^/]+)/i, "/api/teams/"],
  [/^\/people\/service-accounts\/([^/]+)/i, "/api/serviceaccounts/"],
  [/^\/inbox\/([^/]+)/i, "/api/inbox/"],
  [/^(?:\/dashboard\/snapshot|\/snapshots)\/([^/]+)/i, "/api/snapshots/"],
  [/^\/public\/snapshots\/([^/]+)/i, "/api/public/snapshots/"],
];

/** The panel of a dashboard in its own address, and in the query of the dashboard's. */
const EDITED_PANEL = /^\/d\/[^/]+\/panels\/(?!new\/)([^/]+)\/edit\/?$/i;
const ASKED_PANEL = ["editPanel", "viewPanel", "panelId"];

/**
 * The object that the page of an address is about; nothing where it is about none.
 *
 * @param query - what is behind the path, without the question mark
 */
export function objectOfPage(path: string, query = ""): PageObject | undefined {
  for (const [kind, place] of PLACES) {
    const [, name] = place.exec(path) ?? [];
    if (name === undefined) continue;
    const panel = kind === "dashboards" ? panelOf(path, new URLSearchParams(query)) : "";
    return { kind, name: readable(name), ...(panel !== "" && { panel }) };
  }
  for (const [place, above] of ASKED) {
    const [, name] = place.exec(path) ?? [];
    if (name !== undefined) return { kind: "asked", path: above + encodeURIComponent(readable(name)) };
  }
  return undefined;
}

/** Empty where the whole dashboard is looked at. */
function panelOf(path: string, query: URLSearchParams): string {
  const [, edited] = EDITED_PANEL.exec(path) ?? [];
  if (edited !== undefined) return readable(edited);
  const seen = ASKED_PANEL.map((name) => query.get(name)).find((value) => value !== null) ?? "";
  return seen.replace(/^panel-/, "");
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A per cent sign that stands for itself.
    return part;
  }
}
