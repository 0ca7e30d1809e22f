import { type App, OPEN } from "@vedette/http";
import type { Identity } from "../identity.ts";

const REQUEST_HEADERS = [
  "Accept",
  "Authorization",
  "Content-Type",
  "X-Client-IP",
  "X-Client-Info",
  "X-JWT-AUD",
  "x-use-cookie",
  "X-Supabase-Api-Version",
  "apikey",
] as const;

/**
 * Lets pages of any site call this service. That is safe because no cookie authenticates here: a page can send only
 * tokens that it has.
 */
export function allowAllOrigins(app: App, { settings }: Pick<Identity, "settings">): void {
  app.addHook("onRequest", ({ headers: { origin } }, reply, done) => {
    // Said to everybody: what a cache has kept for one who named no origin would be refused by a browser that does.
    reply.headers({ "cache-control": "no-store", vary: "Origin" });
    if (origin !== undefined) {
      reply.headers({
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": "X-Total-Count, Link, X-Supabase-Api-Version",
      });
    }
    done();
  });
  app.options("/*", { config: { permission: OPEN } }, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": [...REQUEST_HEADERS, ...settings["auth.cors.allowed_headers"]].join(", "),
        "access-control-max-age": "600",
      })
      .send(),
  );
}
