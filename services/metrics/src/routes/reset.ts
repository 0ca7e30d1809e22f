import type { RoutePlugin } from "@vedette/http";
import { MetricsError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import { ADMINISTER } from "./access.ts";
import { parametersOf } from "./request.ts";

/** What selects every series there can be. */
const EVERYTHING = /^\{\s*__name__\s*=~\s*"\.[+*]"\s*\}$/;

/**
 * /api/v1/admin/tsdb: a store of a test can be emptied, where the operator has allowed it. Only all of it: deleting
 * single series is not there.
 */
export const resetRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  const administered = { config: { permission: ADMINISTER } };
  const method = ["POST", "PUT"];
  const requireAllowed = () => {
    if (metrics.settings["metrics.reset"] !== "admin") throw new MetricsError("reset_not_allowed");
  };

  app.route({
    ...administered,
    method,
    url: "/admin/tsdb/delete_series",
    handler: async (request, reply) => {
      requireAllowed();
      const selectors = parametersOf(request).all("match[]");
      if (!selectors.some((selector) => EVERYTHING.test(selector))) throw new MetricsError("reset_not_allowed");
      await metrics.reset();
      return reply.code(204).send();
    },
  });

  app.route({
    ...administered,
    method,
    url: "/admin/tsdb/clean_tombstones",
    handler: async (_request, reply) => {
      requireAllowed();
      return reply.code(204).send();
    },
  });
};
