import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { dashboardPath } from "../dashboards/slug.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { visibilityOf } from "../lists/visibility.ts";
import { timestamp } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import { countTags, SEARCH_SORTS, searchDashboards } from "../search/search.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;

const SearchParameters = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 500 })),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
  type: Type.Optional(Type.String({ maxLength: 32 })),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  sort: Type.Optional(Type.Enum(SEARCH_SORTS)),
});

/** GET /api/search and /api/dashboards/tags: dashboards for people. */
export const searchRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const config = { permission: "dashboards:read" };

  app.get("/search", { config, schema: { querystring: SearchParameters } }, async (request, reply) => {
    const { query = "", tag: tags = [], type = "dash-db", limit = DEFAULT_LIMIT, page = 1, sort } = request.query;
    if (type !== "dash-db") return reply.header("x-total-count", "0").send([]);
    const visibility = visibilityOf(access.callerOf(request), dashboardKind);
    const { hits, total } = await searchDashboards(db, {
      namespace: DEFAULT_NAMESPACE,
      visibility,
      query,
      tags,
      sort: sort ?? "alpha-asc",
      page,
      limit: Math.min(limit, MAX_LIMIT),
    });
    const rows = hits.map(({ name, internal_id, title, tags: hitTags, folder, written_at }) => ({
      id: Number(internal_id),
      uid: name,
      title,
      url: dashboardPath(name, title),
      type: "dash-db",
      tags: hitTags,
      ...(folder === "" ? {} : { folderUid: folder }),
      updatedAt: timestamp(written_at),
    }));
    return reply.header("x-total-count", String(total)).send(rows);
  });

  app.get("/dashboards/tags", { config }, async (request) => {
    const visibility = visibilityOf(access.callerOf(request), dashboardKind);
    return await countTags(db, { namespace: DEFAULT_NAMESPACE, visibility });
  });
};
