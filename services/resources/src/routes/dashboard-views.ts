import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import { countView, viewsOf } from "../views/views.ts";
import { DEFAULT_NAMESPACE as namespace } from "./namespace.ts";

const Uid = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
const Target = Type.Object({ uid: Uid });
const Asked = Type.Object({ dashboardUIDs: Type.Optional(Type.Array(Uid, { maxItems: 500 })) });

/** How often people opened dashboards in the last 30 days. */
export const dashboardViewRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const config = { permission: "dashboards:read" } as const;

  app.get("/views", { config, schema: { querystring: Asked } }, async (request) => {
    const { dashboardUIDs: names = [] } = request.query;
    return await viewsOf(db, { namespace, names, caller: access.callerOf(request) });
  });

  app.post("/uid/:uid/views", { config, schema: { params: Target } }, async (request) => {
    await countView(db, { namespace, name: request.params.uid, caller: access.callerOf(request) });
    return { message: "View counted" };
  });
};
