import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { ROOT_FOLDER } from "../access/scopes.ts";
import { dashboardPath, folderPath } from "../dashboards/slug.ts";
import { folderTitles } from "../folders/folders.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { folderKind } from "../kinds/folder.ts";
import { visibilityOf, visibleTo } from "../lists/visibility.ts";
import { timestamp } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import { countTags, SEARCH_SORTS, type SearchedKind, type SearchHit, searchObjects } from "../search/search.ts";
import { starredDashboards } from "../stars/stars.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;

const SearchParameters = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 500 })),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
  type: Type.Optional(Type.String({ maxLength: 32 })),
  folderUIDs: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 })),
  dashboardUIDs: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 500 })),
  starred: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  sort: Type.Optional(Type.Enum(SEARCH_SORTS)),
});

/** What can be searched, and what older clients call it. */
const SEARCHED = [
  { type: "dash-db", resource: "dashboards", kind: dashboardKind },
  { type: "dash-folder", resource: "folders", kind: folderKind },
] as const;

/** GET /api/search and /api/dashboards/tags: dashboards and folders for people. */
export const searchRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const config = { permission: "dashboards:read" };

  app.get("/search", { config, schema: { querystring: SearchParameters } }, async (request, reply) => {
    const { query = "", tag: tags = [], type, limit = DEFAULT_LIMIT, page = 1, sort, folderUIDs } = request.query;
    const caller = access.callerOf(request);
    const names = await namesOf(request.query, caller);
    const { hits, total } = await searchObjects(db, {
      namespace: DEFAULT_NAMESPACE,
      kinds: kindsOf(caller, type, tags),
      folders: folderUIDs?.map((folder) => (folder === ROOT_FOLDER ? "" : folder)),
      names,
      query,
      tags,
      sort: sort ?? "alpha-asc",
      page,
      limit: Math.min(limit, MAX_LIMIT),
    });
    const titles = await folderTitles(db, DEFAULT_NAMESPACE, [...new Set(hits.map(({ folder }) => folder))]);
    return reply.header("x-total-count", String(total)).send(hits.map((hit) => rowOf(hit, titles)));
  });

  async function namesOf(
    { starred, dashboardUIDs }: { starred?: boolean; dashboardUIDs?: readonly string[] },
    { kind, uid }: Caller,
  ): Promise<readonly string[] | undefined> {
    if (starred !== true) return dashboardUIDs;
    const marked = kind === "user" ? await starredDashboards(db, DEFAULT_NAMESPACE, uid) : [];
    return dashboardUIDs === undefined ? marked : marked.filter((name) => dashboardUIDs.includes(name));
  }

  app.get("/dashboards/tags", { config }, async (request) => {
    const visibility = visibilityOf(access.callerOf(request), dashboardKind);
    return await countTags(db, { namespace: DEFAULT_NAMESPACE, visibility });
  });
};

/** Of a kind that the caller may see nothing of there is nothing to find. */
function kindsOf(caller: Caller, type: string | undefined, tags: readonly string[]): SearchedKind[] {
  const wanted = type === undefined && tags.length > 0 ? "dash-db" : type;
  return SEARCHED.filter((one) => wanted === undefined || one.type === wanted).flatMap(({ resource, kind }) => {
    const visibility = visibleTo(caller, kind);
    return visibility === undefined ? [] : [{ resource, visibility }];
  });
}

function rowOf(hit: SearchHit, titles: ReadonlyMap<string, string>) {
  const { resource, name, internal_id, title, tags, folder, written_at } = hit;
  const isFolder = resource === "folders";
  const folderTitle = titles.get(folder);
  return {
    id: Number(internal_id),
    uid: name,
    title,
    url: isFolder ? folderPath(name, title) : dashboardPath(name, title),
    type: isFolder ? "dash-folder" : "dash-db",
    tags,
    ...(folder === "" ? {} : { folderUid: folder }),
    ...(folderTitle === undefined ? {} : { folderTitle, folderUrl: folderPath(folder, folderTitle) }),
    updatedAt: timestamp(written_at),
  };
}
