import { HttpError, type RoutePlugin } from "@vedette/http";
import type { Metrics } from "../metrics.ts";
import { ADMINISTER } from "./access.ts";

/** /-/reload: reads the jobs again at once, as it happens by itself when their file changes. */
export const reloadRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  app.route({
    method: ["POST", "PUT"],
    url: "/-/reload",
    config: { permission: ADMINISTER },
    handler: async (_request, reply) => {
      const faults = metrics.reloadJobs();
      if (faults.length > 0) throw new HttpError("bad_request", { detail: faults.join("; ") });
      return reply.code(200).send();
    },
  });
};
