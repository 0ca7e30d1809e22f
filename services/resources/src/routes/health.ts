import { OPEN, type RoutePlugin } from "@vedette/http";
import type { Resources } from "../resources.ts";

/** GET /api/health: open to everybody, also with a bad token. */
export const healthRoutes: RoutePlugin<{ resources: Resources }> = async (app, { resources: { database, build } }) => {
  app.get("/health", { config: { permission: OPEN } }, async (_request, reply) => {
    const isReachable = await database.ping().then(
      () => true,
      () => false, // the answer itself says that the store is away
    );
    const status = isReachable ? "ok" : "failing";
    return reply.code(isReachable ? 200 : 503).send({ commit: build.commit, database: status, version: build.version });
  });
};
