import type { Access, RoutePlugin } from "@vedette/http";
import type { Caller } from "../access/caller.ts";
import { accessInfoOf } from "../dashboards/access-info.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { readObject } from "../objects/read.ts";
import { objectText } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import { requireNamespace } from "./namespace.ts";
import { JSON_TYPE, OneObject } from "./object-parameters.ts";

const kind = dashboardKind;
const path = `/${kind.group}/${kind.version}/namespaces/:namespace/${kind.plural}/:name/dto`;

/** A dashboard with what its reader may do with it. */
export const dashboardDtoRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  app.addHook("preValidation", async ({ params }) => requireNamespace(params, kind));

  app.get(
    path,
    { config: { permission: kind.actions.read, resource: kind, verb: "get" }, schema: { params: OneObject } },
    async (request, reply) => {
      const caller = access.callerOf(request);
      const stored = await readObject(db, { kind, ...request.params, caller });
      const text = objectText({ ...kind, kind: "DashboardWithAccessInfo" }, stored);
      const info = JSON.stringify(accessInfoOf(caller, stored));
      return reply.type(JSON_TYPE).send(`${text.slice(0, -1)},"access":${info}}`);
    },
  );
};
