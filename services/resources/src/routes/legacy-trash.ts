import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { dashboardPath } from "../dashboards/slug.ts";
import { listRemoved, restoreRemoved } from "../dashboards/trash.ts";
import { ResourceError } from "../errors.ts";
import { folderTitles } from "../folders/folders.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { visibilityOf } from "../lists/visibility.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { timestamp } from "../objects/version.ts";
import { authorLogins } from "../people/author-logins.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { PAGING_BY_LIMIT, pageOfLimit } from "./paging.ts";

const namespace = DEFAULT_NAMESPACE;
const Uid = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });
const ListParameters = Type.Object({ ...PAGING_BY_LIMIT, query: Type.Optional(Type.String({ maxLength: 500 })) });
const Place = Type.Object({ folderUid: Type.Optional(Type.Union([Type.String({ maxLength: 253 }), Type.Null()])) });

/** /api/dashboards/trash and uid/:uid/trash: dashboards that were deleted, and bringing one back. */
export const legacyTrashRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;

  app.get(
    "/trash",
    { config: { permission: "dashboards:read" }, schema: { querystring: ListParameters } },
    async (request, reply) => {
      const caller = access.callerOf(request);
      // It tells who has done what: that is for people.
      if (caller.kind === "wall") throw new ResourceError("not_allowed");
      const visibility = visibilityOf(caller, dashboardKind);
      const { query = "" } = request.query;
      const wish = { namespace, visibility, query, ...pageOfLimit(request.query) };
      const { removed, total } = await listRemoved(db, wish);
      const titles = await folderTitles(db, namespace, [...new Set(removed.map(({ folder }) => folder))]);
      const loginOf = await authorLogins(
        resources,
        removed.map(({ written_by }) => written_by),
      );
      const rows = removed.map(({ name, title, folder, written_at, written_by }) => {
        const folderTitle = titles.get(folder);
        const place = { name, folder: folderTitle === undefined ? "" : folder };
        return {
          uid: name,
          title,
          ...(folderTitle === undefined ? {} : { folderUid: folder, folderTitle }),
          deleted: timestamp(written_at),
          deletedBy: loginOf(written_by),
          canRestore: isAllowed(caller.permissions, dashboardKind.needsToCreate(place)),
        };
      });
      return reply.header("x-total-count", String(total)).send(rows);
    },
  );

  app.patch(
    "/uid/:uid/trash",
    {
      config: { permission: "dashboards:write", resource: dashboardKind, verb: "create" },
      schema: { params: Uid, body: Place },
    },
    async (request) => {
      const { uid: name } = request.params;
      const folder = request.body.folderUid ?? undefined;
      const author = authorOfRequest(access, request);
      const made = await restoreRemoved(db, { namespace, name, folder, author, now: new Date() });
      return { uid: made.name, url: dashboardPath(made.name, made.title), status: "success" };
    },
  );
};
