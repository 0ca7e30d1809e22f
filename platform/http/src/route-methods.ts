import type { RouteOptions } from "fastify";
import findMyWay, { type HTTPMethod } from "find-my-way";
import type { App } from "./app.ts";

const METHODS: readonly HTTPMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Which methods each path takes. */
export interface RouteMethods {
  methodsOf(path: string): string[];
  /** Whether HEAD is answered there by the route of GET: a path without a route of its own for it. */
  isHeadGet(path: string): boolean;
}

type Route = Pick<RouteOptions, "method" | "url" | "exposeHeadRoute">;

/**
 * Remembers which methods each path takes: Fastify itself answers 404 where 405 is meant, and would make a second route
 * for the HEAD of every GET. The paths are sorted when they are first asked for: a start need not wait for it.
 */
export function knowMethods(app: App): RouteMethods {
  const routes: Route[] = [];
  let router: ReturnType<typeof sortRoutes> | undefined;
  app.addHook("onRoute", (route) => {
    routes.push(route);
    router = undefined;
  });
  const find = (method: HTTPMethod, path: string) => {
    router ??= sortRoutes(routes);
    return router.find(method, path);
  };
  const isHeadGet = (path: string): boolean =>
    find("HEAD", path) === null && find("GET", path)?.store?.exposeHeadRoute !== false;
  const takes = (method: HTTPMethod, path: string): boolean =>
    find(method, path) !== null || (method === "HEAD" && find("GET", path) !== null && isHeadGet(path));
  const methodsOf = (path: string): string[] => METHODS.filter((method) => takes(method, path));
  app.decorate("methodsOf", methodsOf);
  return { methodsOf, isHeadGet };
}

/** Without the wildcards of the pages, which take every path. */
function sortRoutes(routes: readonly Route[]) {
  const router = findMyWay({ maxParamLength: 1024 });
  const known = new Set<string>();
  for (const { method, url, exposeHeadRoute } of routes) {
    if (url.includes("*")) continue;
    for (const name of [method].flat()) {
      const supported = METHODS.find((candidate) => candidate === name);
      if (supported === undefined || known.has(`${supported} ${url}`)) continue;
      known.add(`${supported} ${url}`);
      router.on(supported, url, () => {}, { exposeHeadRoute });
    }
  }
  return router;
}
