import { Readable } from "node:stream";
import {
  type AllowedOrigins,
  type App,
  HttpError,
  MAX_STATUS,
  OPEN,
  OutboundBody,
  type RoutePlugin,
  untilAbandoned,
} from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { UiSettings } from "../settings.ts";
import type { BackendConnection } from "./connection.ts";
import { answeredHeaders, forwardedHeaders } from "./headers.ts";
import { asksToUpgrade, handshakeHeaders, joinSockets, refuseForeignSocket, takeUpgrades } from "./upgrade.ts";

export interface BackendOptions {
  /** Where the API is. */
  readonly address: () => URL;
  readonly connection: BackendConnection;
  readonly settings: UiSettings;
  /** Whose pages may open WebSockets, beside those of this server. */
  readonly origins: () => AllowedOrigins;
}

/** Everything below these addresses belongs to the API. */
const TREES = ["/api", "/apis", "/auth/v1", "/prometheus", "/openapi/v2", "/openapi/v3"] as const;
/** And so do these alone. */
const LEAVES = ["/v1/metrics", "/version", "/bootdata", "/livez", "/readyz"] as const;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Time to the first byte of an answer, except of a watch. */
const FIRST_BYTE_MS = 30_000;
const NO_TIMEOUT = 0;
/** Streams have no end of their own; the first byte has its own time. */
const STREAM_MS = 7 * 24 * 3600 * 1000;

/** Hands requests on to the API, bodies streamed both ways. @see ui-server: Shapes, Forwarding */
export const backendRoutes: RoutePlugin<BackendOptions> = async (app, options) => {
  takeBodiesAsStreams(app);
  takeUpgrades(app);
  const route = {
    config: { permission: OPEN, decodesBody: true, upgradesTo: "websocket", answerWithinMs: STREAM_MS },
    schema: { hide: true },
    method: METHODS,
    handler: (request: FastifyRequest, reply: FastifyReply) => forward(request, reply, options),
  };
  for (const url of [...TREES.flatMap((tree) => [tree, `${tree}/*`]), ...LEAVES]) app.route({ ...route, url });
};

function takeBodiesAsStreams(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

/**
 * Asks the API what was asked here.
 *
 * @throws HttpError `bad_gateway`, `deadline_exceeded`
 */
async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, connection, settings, origins }: BackendOptions,
): Promise<FastifyReply> {
  const backend = address();
  const isWatch = /[?&]watch=(true|1)(&|$)/.test(request.url);
  const signal = untilAbandoned(reply);
  const headers = forwardedHeaders(request.headers, {
    listed: settings["ui.forward_headers"],
    usesIdToken: settings["ui.auth.enabled"] && settings["ui.auth.use_id_token_as_bearer"],
    from: { address: request.ip, protocol: request.protocol, host: request.host },
  });
  try {
    if (asksToUpgrade(request)) {
      if (request.method !== "GET") throw new HttpError("method_not_allowed", { headers: { allow: "GET" } });
      refuseForeignSocket(request, origins());
      const { origin } = backend;
      const asked = { ...headers, ...handshakeHeaders(request) };
      const target = { origin, path: request.url, headers: asked, answerMs: FIRST_BYTE_MS };
      return await joinSockets(request, reply, { dispatcher: connection.dispatcher, target });
    }
    // The path goes on sign by sign: read as an address, its dots would lead out of the API's part.
    const answer = await connection.dispatcher.request({
      origin: backend.origin,
      path: request.url,
      method: methodOf(request),
      headers,
      body: request.body instanceof Readable ? request.body : null,
      headersTimeout: isWatch ? NO_TIMEOUT : FIRST_BYTE_MS,
      bodyTimeout: NO_TIMEOUT,
      signal,
    });
    const body = new OutboundBody(answer.body, { host: backend.host, signal });
    if (answer.statusCode > MAX_STATUS) {
      body.discard();
      throw new HttpError("bad_gateway", { detail: `${backend.host} answered with the status ${answer.statusCode}.` });
    }
    return reply.code(answer.statusCode).headers(answeredHeaders(answer.headers)).send(body.stream());
  } catch (error) {
    throw error instanceof HttpError ? error : failureOf(error, backend);
  }
}

function failureOf(error: unknown, { host }: URL): HttpError {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  const isLate = code === "UND_ERR_HEADERS_TIMEOUT";
  const detail = isLate ? `${host} did not answer in time.` : `${host} cannot be reached.`;
  return new HttpError(isLate ? "deadline_exceeded" : "bad_gateway", { detail, cause: error });
}

function methodOf({ method }: FastifyRequest) {
  const known = (["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const).find((name) => name === method);
  if (known === undefined) throw new HttpError("method_not_allowed");
  return known;
}
