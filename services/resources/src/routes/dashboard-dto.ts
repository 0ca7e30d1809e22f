import type { Access, RoutePlugin } from "@vedette/http";
import type { Caller } from "../access/caller.ts";
import { accessInfoOf } from "../dashboards/access-info.ts";
import type { Kind } from "../kinds/kind.ts";
import { readObject } from "../objects/read.ts";
import { objectText } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import { requireNamespace } from "./namespace.ts";
import { JSON_TYPE, OneObject } from "./object-parameters.ts";

/** A dashboard with what its reader may do with it. */
export const dashboardDtoRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller>; kind: Kind }> = async (
  app,
  { resources: { db }, access, kind },
) => {
  app.addHook("preValidation", async ({ params }) => requireNamespace(params, kind));

  app.get(
    `/${kind.group}/${kind.version}/namespaces/:namespace/${kind.plural}/:name/dto`,
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
