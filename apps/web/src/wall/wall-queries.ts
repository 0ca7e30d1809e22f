import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { isRefusal } from "../api/api-error.ts";
import { DASHBOARD_LIKE, type Dashboard, type DashboardSummary, SUMMARIES_LIKE } from "../api/dashboards.ts";
import { PLAYLIST_LIKE, type Playlist } from "../api/playlists.ts";
import { type RequestOptions, request } from "../api/request.ts";
import { forgetPictures } from "../dashboard/data/use-panel-data.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";

/** The server's largest. */
const PAGE = 500;
/** What changes is noticed within this time, also where nothing tells of changes. */
export const WALL_REFRESH_MS = 30_000;

/**
 * Asks as a screen without a keyboard does: a session that ended is a fault like any other, never a dialog that
 * waits for a password.
 */
function ask<Answer>(path: string, options: Pick<RequestOptions<Answer>, "signal" | "query" | "like">) {
  return request<Answer>(path, { ...options, signedOut: "throw" });
}

export function askPlaylist(name: string, signal?: AbortSignal): Promise<Playlist> {
  return ask<Playlist>(`${PLAYLISTS}/${encodeURIComponent(name)}`, { signal, like: PLAYLIST_LIKE });
}

/** The dashboards with a tag that may be seen, all of them, by title. */
export async function askTagged(tag: string, signal?: AbortSignal): Promise<readonly DashboardSummary[]> {
  const query = { type: "dash-db", tag, sort: "alpha-asc", limit: PAGE };
  return await allPages(
    (page) =>
      ask<readonly DashboardSummary[]>("/api/search", { signal, query: { ...query, page }, like: SUMMARIES_LIKE }),
    PAGE,
  );
}

/** Every row of a list that comes in pages of this size; the page that is not full is the last. */
export async function allPages<Row>(askPage: (page: number) => Promise<readonly Row[]>, size: number): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await askPage(page);
    all.push(...rows);
    if (rows.length < size) return all;
  }
}

/** The name of the dashboard with an old numeric id; `undefined` when there is none. */
export async function askNameOfId(id: string, signal?: AbortSignal): Promise<string | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const labelSelector = `vedette.app/deprecatedInternalID=${id}`;
  const { items } = await ask<{ readonly items: readonly Dashboard[] }>(DASHBOARDS, {
    signal,
    query: { labelSelector, limit: 1 },
    like: { items: [DASHBOARD_LIKE] },
  });
  return items[0]?.metadata.name;
}

/** What the server says of something: it as it is, or that this screen may not have it. */
export type Told<Thing> = { readonly kind: "there"; readonly thing: Thing } | { readonly kind: "refused" };

/**
 * Asks for something that is kept while the server is away. A refusal takes its place: what a screen may not see any
 * more, it keeps nowhere.
 */
export async function askOrRefused<Thing>(ask: () => Promise<Thing>): Promise<Told<Thing>> {
  try {
    return { kind: "there", thing: await ask() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: "refused" };
  }
}

const DASHBOARD_KEY = ["wall", "dashboard"];

/** A dashboard's document, kept for as long as it is played and looked at anew before each of its turns. */
export function wallDashboardQuery(uid: string) {
  return queryOptions({
    queryKey: [...DASHBOARD_KEY, uid],
    queryFn: async ({ signal }) => {
      const told = await askOrRefused(() =>
        ask<Dashboard>(`${DASHBOARDS}/${encodeURIComponent(uid)}`, { signal, like: DASHBOARD_LIKE }),
      );
      if (told.kind === "refused") forgetPictures((one) => one === uid);
      return told;
    },
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: 0,
    refetchInterval: WALL_REFRESH_MS,
    refetchIntervalInBackground: true,
    retry: 1,
  });
}

/** Keeps nothing of dashboards that are not played any more. */
export function forgetOthers(queryClient: QueryClient, played: ReadonlySet<string>): void {
  queryClient.removeQueries({
    queryKey: DASHBOARD_KEY,
    predicate: ({ queryKey }) => !played.has(String(queryKey[DASHBOARD_KEY.length])),
  });
  forgetPictures((uid) => !played.has(uid));
}
