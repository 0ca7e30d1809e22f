import { OPEN, type RoutePlugin } from "@vedette/http";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

/** GET /bootdata: where command-line clients learn, without a token, which namespace to use. */
export const bootDataRoutes: RoutePlugin<object> = async (app) => {
  app.get("/bootdata", { config: { permission: OPEN } }, async () => ({ settings: { namespace: DEFAULT_NAMESPACE } }));
};
