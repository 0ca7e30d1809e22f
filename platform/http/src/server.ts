import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { SettingsOf } from "@vedette/settings";
import type { Registry } from "@vedette/worker-metrics";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { App } from "./app.ts";
import { guardConnections } from "./connections.ts";
import { endLateAnswers } from "./deadline.ts";
import { refuse, refuseUnknown } from "./error-surface.ts";
import { refuseForeignHosts } from "./host.ts";
import { takeJsonOnly } from "./json-body.ts";
import { createLog } from "./log.ts";
import { describeRoutes } from "./openapi.ts";
import { shedLoad } from "./overload.ts";
import { refuseOddRequests } from "./request-form.ts";
import { logRequest, logRequests, requestId } from "./request-log.ts";
import { measureRequests } from "./request-metrics.ts";
import { readTargets } from "./request-target.ts";
import { knowMethods } from "./route-methods.ts";
import { securityHeaders, setSecurityHeaders } from "./security-headers.ts";
import type { httpSettings } from "./settings.ts";
import { drainOnClose } from "./shutdown.ts";
import { followCertificate, readCertificate } from "./tls.ts";
import { readForwardedHeaders, trustedProxiesOf } from "./trusted-proxies.ts";
import { rememberRequests } from "./uncaught.ts";
import { compileSchema } from "./validation.ts";

export interface HttpServerOptions {
  readonly settings: SettingsOf<typeof httpSettings>;
  /** Where people reach the server; without a trailing slash. */
  readonly publicUrl: string;
  /** The product's version. With it the API describes itself at `/openapi/v1.json`. */
  readonly version?: string;
  /** Whether it does so now; always if absent. */
  readonly isDescribed?: () => boolean;
  /** Path under which people reach everything here; what comes without it is taken as well. Empty for none. */
  readonly publicPath?: string;
  /** No line per request; failures of ours are still logged. */
  readonly hidesRequests?: boolean;
  /** Where the durations of requests are counted. */
  readonly registry?: Registry;
  /** Where log lines go; by default to standard output, from the level of the settings on. */
  readonly log?: FastifyBaseLogger | undefined;
}

/** Bytes of request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Bytes of a body where a route says nothing else. */
const DEFAULT_BODY_BYTES = 1024 * 1024;

/**
 * Sets up Fastify the way every service of the house is served: limits, strict reading of bodies, one log line per
 * request, refusal of routes without a declared permission, graceful closing.
 *
 * @throws SettingsError for a proxy that is neither an address nor a network, or a certificate that cannot be used
 */
export function createHttpServer(options: HttpServerOptions): App {
  const { settings, publicUrl, version, registry, log, publicPath = "" } = options;
  const trustedProxies = trustedProxiesOf(settings);
  const certificate = readCertificate(settings);
  const targets = readTargets(publicPath);
  const listener = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: settings["server.limits.header_seconds"] * 1000,
    connectionsCheckingInterval: 1000,
  };
  const app: App = fastify({
    loggerInstance: log ?? createLog(settings["log.level"]),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: DEFAULT_BODY_BYTES,
    requestTimeout: settings["server.limits.request_seconds"] * 1000,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    rewriteUrl: targets.read,
    exposeHeadRoutes: false,
    // A plugin that never ends is found by the one who waits for the start; a timer for each delays it.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: false },
    // To Fastify's types a server with TLS is another one; what it serves is the same.
    ...(certificate === undefined ? { http: listener } : ({ https: { ...listener, ...certificate } } as object)),
    // What cannot be an address is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders(publicUrl), "x-request-id": request.id });
      reply.raw.once("finish", () => logRequest(request, reply, options.hidesRequests ?? false));
      refuse(app, error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate("surfaces", []);
  app.decorate("maxJsonValues", settings["server.limits.json_values"]);
  app.decorateRequest("failureCode", undefined);
  app.decorateRequest("principal", undefined);
  app.setValidatorCompiler(compileSchema);
  app.setErrorHandler((error, request, reply) => refuse(app, error, request, reply));
  app.setNotFoundHandler((request, reply) => refuseUnknown(app, request, reply));
  if (trustedProxies.length > 0) readForwardedHeaders(app, settings);
  requirePermissions(app);
  targets.install(app, knowMethods(app));
  rememberRequests(app);
  takeJsonOnly(app, settings["server.limits.json_values"]);
  guardConnections(app, settings, trustedProxies);
  logRequests(app, options.hidesRequests ?? false);
  if (registry !== undefined) measureRequests(app, registry);
  setSecurityHeaders(app, publicUrl);
  refuseOddRequests(app);
  refuseForeignHosts(app, { host: settings["server.host"], publicUrl });
  shedLoad(app, settings["server.limits.requests_in_flight"]);
  endLateAnswers(app, settings["server.limits.answer_seconds"] * 1000);
  drainOnClose(app);
  if (certificate !== undefined) followCertificate(app, settings);
  if (version !== undefined)
    describeRoutes(app, { version, publicUrl, isDescribed: options.isDescribed ?? (() => true) });
  return app;
}

function requirePermissions(app: App): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.permission === undefined)
      throw new TypeError(`The route ${String(method)} ${url} declares no permission`);
  });
}
