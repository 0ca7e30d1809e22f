import type { PagedKind } from "@vedette/resources";

/** What a page is about, where that has a name of its own in the address. */
export type PageObject =
  | { readonly kind: PagedKind; readonly name: string }
  /** The address at which this server shows the thing to whoever may see it. */
  | { readonly kind: "asked"; readonly path: string };

const PLACES: readonly (readonly [PagedKind, RegExp])[] = [
  ["dashboards", /^\/d(?:-solo)?\/([^/]+)/i],
  ["folders", /^\/dashboards\/f\/([^/]+)/i],
  ["playlists", /^\/playlists\/(?:edit|play)\/([^/]+)/i],
  ["playlists", /^\/playlists\/(?!new\/?$)([^/]+)/i],
  ["playlists", /^\/wall\/(?!pair\/?$)([^/]+)/i],
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

/** The object that the page of an address is about; nothing where it is about none. */
export function objectOfPage(path: string): PageObject | undefined {
  for (const [kind, place] of PLACES) {
    const [, name] = place.exec(path) ?? [];
    if (name !== undefined) return { kind, name: readable(name) };
  }
  for (const [place, above] of ASKED) {
    const [, name] = place.exec(path) ?? [];
    if (name !== undefined) return { kind: "asked", path: above + encodeURIComponent(readable(name)) };
  }
  return undefined;
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A per cent sign that stands for itself.
    return part;
  }
}
