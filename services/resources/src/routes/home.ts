import type { Access, RoutePlugin } from "@vedette/http";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";

/** GET /api/dashboards/home: older pages begin with a dashboard; ours have a page of their own, so it is empty. */
export const homeRoutes: RoutePlugin<{ access: Access<Caller> }> = async (app) => {
  app.get("/home", { config: { permission: SIGNED_IN } }, async () => ({
    dashboard: { title: "Home", panels: [], schemaVersion: 41, editable: false, tags: [] },
    meta: {
      isHome: true,
      canSave: false,
      canEdit: false,
      canAdmin: false,
      canStar: false,
      canDelete: false,
      url: "",
      slug: "",
    },
  }));
};
