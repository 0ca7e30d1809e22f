import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { isAbandonment } from "./deadline.ts";
import { HttpError } from "./errors.ts";
import { type HttpFailure, toHttpFailure } from "./failure.ts";

declare module "fastify" {
  interface FastifyInstance {
    surfaces: PrefixedSurface[];
  }
}

/** What goes out for a failure. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one surface (GoTrue shape, Kubernetes Status, legacy `{message}`, Prometheus) draws its failures. */
export interface ErrorSurface {
  /** The service's own errors; `undefined` for everything that is not one. */
  own(error: unknown, request: FastifyRequest): Answer | undefined;
  /** Everything else: unreadable requests, missing credentials, outages. */
  render(failure: HttpFailure, request: FastifyRequest): Answer;
}

/** Draws every failure under the prefix of `app`, unknown addresses and wrong methods included. */
export function useErrorSurface(app: App, surface: ErrorSurface): void {
  drawFailures(app, surface);
  app.surfaces.push({ prefix: app.prefix, surface });
}

/** Draws the failures of the routes of `app` alone: other addresses under its prefix are somebody else's. */
export function drawFailures(app: App, surface: ErrorSurface): void {
  app.setErrorHandler((error, request, reply) => sendFailure(surface, error, request, reply));
}

/** As proxies count those who left before they had their answer. */
const CLIENT_LEFT = 499;

/** Surfaces by prefix, for failures that happen before a route is found. */
interface PrefixedSurface {
  readonly prefix: string;
  readonly surface: ErrorSurface;
}

/** The surface whose prefix is the longest that the path lies under. */
function surfaceOf(surfaces: readonly PrefixedSurface[], path: string): ErrorSurface {
  const under = surfaces.filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  under.sort((one, other) => other.prefix.length - one.prefix.length);
  return under[0]?.surface ?? plainSurface;
}

/** `{message}`, for addresses that belong to no service. */
const plainSurface: ErrorSurface = {
  own: () => undefined,
  render: ({ status, message, headers }) => ({ status, body: { message }, headers }),
};

function sendFailure(
  surface: ErrorSurface,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isAbandonment(error, request)) return reply.code(CLIENT_LEFT).send();
  const answer = surface.own(error, request) ?? surface.render(toHttpFailure(error), request);
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  request.failureCode = typeof code === "string" ? code : undefined;
  if (answer.status >= 500) request.log.error({ err: error }, "request failed");
  // Set for a stream that failed before its first byte; the error is not compressed.
  reply.removeHeader("content-encoding");
  if (answer.status === 401) reply.header("www-authenticate", "Bearer");
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body);
}

/** Answers a failure outside any service's scope in the form of the surface that the path lies under. */
export function refuse(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(surfaceOf(app.surfaces, pathOf(request)), error, request, reply);
}

/** Answers a path that no route takes: 405 with `Allow` when another method is taken there, else 404. */
export function refuseUnknown(app: App, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allow = app.methodsOf(pathOf(request));
  const error =
    allow.length === 0
      ? new HttpError("not_found")
      : new HttpError("method_not_allowed", { headers: { allow: allow.join(", ") } });
  return refuse(app, error, request, reply);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}
