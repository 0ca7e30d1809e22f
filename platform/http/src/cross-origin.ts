import type { FastifyReply, FastifyRequest } from "fastify";
import { OPEN } from "./access.ts";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

/** `scheme://host[:port]`, exactly as browsers send it; or all there are. */
export type AllowedOrigins = readonly string[] | "any";

export interface CrossOriginOptions {
  /** Read anew for each request. */
  readonly origins: AllowedOrigins;
  /** What pages of these origins may read beside the body. */
  readonly exposedHeaders: readonly string[];
}

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const MAX_AGE_SECONDS = "600";

/** Whether pages of an origin may call. `null`, which every sandboxed page calls itself, never may. */
export function isAllowedOrigin(origin: string, origins: AllowedOrigins): boolean {
  return origins === "any" ? URL.canParse(origin) : origins.includes(origin);
}

/**
 * Lets pages of the listed origins call the routes of a scope with a bearer token. Cookies never come along: an answer
 * to them could not be read, since credentials are not allowed.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowOrigins(app: App, options: CrossOriginOptions): void {
  app.addHook("onRequest", async ({ headers: { origin } }, reply) => {
    if (options.origins.length > 0) reply.header("vary", "Origin");
    if (origin === undefined || !isAllowedOrigin(origin, options.origins)) return;
    reply.headers({
      "access-control-allow-origin": origin,
      "access-control-expose-headers": options.exposedHeaders.join(", "),
    });
  });
  app.options("/*", { config: { permission: OPEN }, schema: { hide: true } }, async (request, reply) =>
    answerPreflight(request, reply),
  );
}

/** A browser asks first; of an origin that is not listed it learns nothing. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (reply.getHeader("access-control-allow-origin") === undefined) throw new HttpError("not_found");
  return reply
    .code(204)
    .headers({
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
      "access-control-max-age": MAX_AGE_SECONDS,
      vary: "Origin, Access-Control-Request-Headers",
    })
    .send();
}
