import type { RoutePlugin } from "@vedette/http";
import type { Resources } from "../resources.ts";

/** /api/system: which program this is and how it is; /api/system/findings: what is known of the packages it is made of. */
export const systemRoutes: RoutePlugin<{ resources: Resources }> = async (app, { resources: { instance } }) => {
  const reading = { config: { permission: "settings:read" } };

  app.get("/", reading, async () => await instance.describe());

  app.get("/findings", reading, async () => await instance.findings());
};
