import type { App } from "@vedette/http";

/** Makes `/signup/` the same route as `/signup`, for every route that is added to the scope from now on. */
export function alsoWithSlash(app: App): void {
  app.addHook("onRoute", function (route) {
    if (route.url.endsWith("/") || route.url.endsWith("*") || route.method === "HEAD") return;
    this.route({ ...route, url: `${route.routePath}/` });
  });
}
