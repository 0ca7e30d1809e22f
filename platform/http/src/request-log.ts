import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";

/** A foreign id is kept when it is sane, so that a proxy's log and ours can be read together. */
export function requestId(request: IncomingMessage): string {
  const foreign = request.headers["x-request-id"];
  return typeof foreign === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(foreign) ? foreign : randomUUID();
}

/** Asked all day long by machines; their lines would hide the others. */
const PROBES = new Set(["/livez", "/readyz", "/healthz", "/metrics"]);

/**
 * Logs one line per request when it ends. It has the pattern of the route and the error code: paths contain snapshot
 * keys and names, queries contain one-time codes, and error messages contain what the client sent.
 *
 * @param isHidden - only lines of failures are written
 */
export function logRequests(app: App, isHidden: boolean): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply, isHidden);
    done();
  });
}

/** Writes the line of one request. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, isHidden: boolean): void {
  if (isHidden && reply.statusCode < 500) return;
  const isQuiet = reply.statusCode < 400 && PROBES.has(request.routeOptions.url ?? "");
  request.log[isHidden ? "warn" : isQuiet ? "debug" : "info"](
    {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      principal: request.principal,
      code: request.failureCode,
    },
    "request",
  );
}
