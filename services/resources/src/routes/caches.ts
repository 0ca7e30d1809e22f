import type { App } from "@vedette/http";

/** Nothing of what is answered is kept by anybody, unless the route itself says so. */
export function keepOutOfCaches(app: App): void {
  app.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}
