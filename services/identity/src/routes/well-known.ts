import { OPEN, type RoutePlugin } from "@vedette/http";
import type { RouteOptions } from "./route-options.ts";

/** /.well-known: what anybody needs to check access tokens. Clients keep it for ten minutes. */
export const wellKnownRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.get("/.well-known/jwks.json", { config: { permission: OPEN } }, async (_request, reply) => {
    reply.header("cache-control", "public, max-age=600");
    return identity.signingKeys.published();
  });
};
