import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { ADMIN } from "./access.ts";
import { pageLinks, readPage } from "./pages.ts";
import type { RouteOptions } from "./route-options.ts";

const AuditQueryString = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
  query: Type.Optional(Type.String({ maxLength: 255 })),
});

/** /admin/audit */
export const adminAuditRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.get(
    "/admin/audit",
    { config: { permission: ADMIN }, schema: { querystring: AuditQueryString } },
    async (request, reply) => {
      const page = readPage(request.query);
      const { entries, total } = await listAuditEntries(identity.db, { ...page, query: request.query.query ?? "" });
      reply.headers({ "x-total-count": String(total), link: pageLinks(request.url, { ...page, total }) });
      return entries;
    },
  );
};
