export { type Access, type AccessRules, createAccess, OPEN } from "./access.ts";
export { type Answer, type ErrorSurface, useErrorSurface } from "./error-surface.ts";
export { HTTP_ERRORS, HttpError, type HttpErrorCode } from "./errors.ts";
export type { FailureCause, HttpFailure } from "./failure.ts";
export { bodyText, decodeText, parseJson } from "./json-body.ts";
export { callOutbound, type OutboundAnswer, type OutboundCall } from "./outbound.ts";
export { type AllowedHosts, type OutboundReach, readAllowedHosts } from "./outbound-address.ts";
export { type App, createHttpServer, type HttpServerOptions, type RoutePlugin } from "./server.ts";
export { httpSettings } from "./settings.ts";
