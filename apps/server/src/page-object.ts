import type { PagedKind } from "@vedette/resources";

/** What a page is about, where that has a name of its own in the address. */
export interface PageObject {
  readonly kind: PagedKind;
  readonly name: string;
}

const PLACES: readonly (readonly [PagedKind, RegExp])[] = [
  ["dashboards", /^\/d(?:-solo)?\/([^/]+)/i],
  ["folders", /^\/dashboards\/f\/([^/]+)/i],
  ["playlists", /^\/playlists\/(?:edit|play)\/([^/]+)/i],
  ["playlists", /^\/playlists\/(?!new\/?$)([^/]+)/i],
  ["playlists", /^\/wall\/(?!pair\/?$)([^/]+)/i],
];

/** The object that the page of an address is about; nothing where it is about none. */
export function objectOfPage(path: string): PageObject | undefined {
  for (const [kind, place] of PLACES) {
    const [, name] = place.exec(path) ?? [];
    if (name !== undefined) return { kind, name: readable(name) };
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
