import type { RoutePlugin } from "@vedette/http";
import { limitUses } from "../limits/limit-use.ts";
import { ADMIN } from "./access.ts";
import type { RouteOptions } from "./route-options.ts";

/** /admin/rate-limits: every limit, how much of it is used now, and who is near it. */
export const adminRateLimitRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.get("/admin/rate-limits", { config: { permission: ADMIN } }, async (_request, reply) => {
    const uses = await limitUses(identity);
    reply.header("cache-control", "no-store");
    return uses.map(({ refillSeconds, windowSeconds, nearest, ...use }) => ({
      ...use,
      refill_seconds: refillSeconds ?? null,
      window_seconds: windowSeconds ?? null,
      nearest: nearest.map(({ name, ...one }) => ({ ...one, name: name ?? null })),
    }));
  });
};
