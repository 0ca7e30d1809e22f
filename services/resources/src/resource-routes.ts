import type { RoutePlugin } from "@vedette/http";
import { resourceAccess } from "./access/access.ts";
import type { Resources } from "./resources.ts";
import { resourceScopes } from "./routes/mount.ts";

/** /apis, /api and /bootdata, to be mounted at the root. */
export const resourceRoutes: RoutePlugin<{ resources: Resources }> = async (app, { resources }) => {
  await app.register(resourceScopes, { resources, access: resourceAccess(resources) });
};
