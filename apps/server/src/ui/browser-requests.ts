import { randomBytes } from "node:crypto";
import { type AllowedOrigins, type App, HttpError, isAllowedOrigin, OPEN } from "@vedette/http";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSameText } from "./sign-in/flow-cookie.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
const CSRF_COOKIE = "_csrf";
const DAY_SECONDS = 86_400;
/** Routes that have rules of their own, or whose callers are programs. */
const OWN_RULES = /^\/(auth|prometheus|healthz|livez|readyz)(\/|$)/;

/**
 * A browser sends cookies along with requests of foreign pages, too: one that changes something says that it comes
 * from here, by itself or by a token that only pages of this server can read.
 *
 * @see ui-server: CSRF and CORS
 */
export function refuseForeignPages(app: App, { isSecure }: { readonly isSecure: () => boolean }): void {
  app.addHook("onRequest", async (request, reply) => {
    const known = parseCookie(request.headers.cookie ?? "")[CSRF_COOKIE];
    if (known === undefined) reply.header("set-cookie", csrfCookie(isSecure()));
    const isExempt = SAFE_METHODS.has(request.method) || OWN_RULES.test(request.routeOptions.url ?? "");
    if (isExempt || request.headers.authorization !== undefined || request.headers.cookie === undefined) return;
    if (request.headers["sec-fetch-site"] === "same-origin") return;
    requireToken(request, known);
    // The API behind asks for the browser's own word; this server has looked for it.
    request.headers["sec-fetch-site"] = "same-origin";
  });
}

function requireToken({ headers }: FastifyRequest, expected: string | undefined): void {
  const token = headers["x-csrf-token"];
  if (typeof token !== "string" || token === "") {
    throw new HttpError("bad_request", { detail: "missing csrf token in request header" });
  }
  if (expected === undefined || !isSameText(token, expected)) {
    throw new HttpError("forbidden", { detail: "invalid csrf token" });
  }
}

function csrfCookie(secure: boolean): string {
  const value = randomBytes(24).toString("base64url");
  return stringifySetCookie({ name: CSRF_COOKIE, value, path: "/", maxAge: DAY_SECONDS, sameSite: "strict", secure });
}

const ALLOWED_HEADERS = "Origin, Content-Type, Accept, X-CSRF-Token, Authorization, Authorization-Extras, Caller-Type";

/** Pages of these origins may call this server, with credentials. Others are told nothing. */
export function allowOriginsWithCredentials(app: App, origins: () => AllowedOrigins): void {
  // At the end: what a page or the API varies by stands beside it.
  app.addHook("onSend", async (_request, reply) => {
    reply.header("vary", [reply.getHeader("vary") ?? [], "Origin"].flat().join(", "));
  });
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !isAllowedOrigin(origin, origins())) return;
    reply.headers({ "access-control-allow-origin": origin, "access-control-allow-credentials": "true" });
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
      return answerPreflight(reply);
    }
  });
  app.options("/*", { config: { permission: OPEN }, schema: { hide: true } }, async () => {
    throw new HttpError("not_found");
  });
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": ALLOWED_HEADERS,
    })
    .send();
}
