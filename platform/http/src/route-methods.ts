import findMyWay, { type HTTPMethod } from "find-my-way";
import type { App } from "./app.ts";

const METHODS: readonly HTTPMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Remembers which methods each path takes: Fastify itself answers 404 where 405 is meant. */
export function knowMethods(app: App): void {
  const router = findMyWay({ maxParamLength: 1024 });
  const known = new Set<string>();
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat()) {
      const supported = METHODS.find((candidate) => candidate === name);
      if (supported === undefined || url.includes("*") || known.has(`${supported} ${url}`)) continue;
      known.add(`${supported} ${url}`);
      router.on(supported, url, () => {});
    }
  });
  app.decorate("methodsOf", (path: string) => METHODS.filter((method) => router.find(method, path) !== null));
}
