export { type Access, type AccessRules, createAccess, OPEN } from "./access.ts";
export type { App, RoutePlugin } from "./app.ts";
export { type Cache, openCache } from "./cache/cache.ts";
export { exposeCaches } from "./cache/cache-metrics.ts";
export { CACHES, type CacheDeclaration, type CacheName } from "./cache/cache-table.ts";
export { jsonBytes, ownedBytes, retainedBytes, textBytes } from "./cache/memory-size.ts";
export { compressLargeAnswers, isGzipAskedFor, MIN_COMPRESSED_BYTES } from "./compress.ts";
export { CREDENTIALS, type Credential, isAccepted, SURFACES, type Surface } from "./credentials.ts";
export { type AllowedOrigins, allowOrigins, type CrossOriginOptions, isAllowedOrigin } from "./cross-origin.ts";
export { untilAbandoned } from "./deadline.ts";
export { type Answer, drawFailures, type ErrorSurface, useErrorSurface } from "./error-surface.ts";
export { HTTP_ERRORS, HttpError, type HttpErrorCode } from "./errors.ts";
export type { FailureCause, HttpFailure } from "./failure.ts";
export { createFairQueue, type FairQueue, type QueueRejection } from "./fair-queue.ts";
export { parseForeignJson } from "./foreign-json.ts";
export { bodyText, decodeText, parseJson, readJson, requireJsonLimits } from "./json-body.ts";
export { inOneGo, inSlices, nextTurn, turnFor } from "./long-work.ts";
export {
  callOutbound,
  MAX_STATUS,
  type OutboundAnswer,
  type OutboundCall,
  type OutboundTls,
  requireCallable,
} from "./outbound.ts";
export { type AllowedHosts, isReachable, type OutboundReach, readAllowedHosts } from "./outbound-address.ts";
export { isResponseTooLarge, OutboundBody } from "./outbound-body.ts";
export { waitsForEvents } from "./overload.ts";
export { forwardedAddress, plainAddress } from "./plain-address.ts";
export { createHttpServer, type HttpServerOptions } from "./server.ts";
export { httpSettings } from "./settings.ts";
export { endRequestOf } from "./uncaught.ts";
export { hasWellFormedBody } from "./well-formed.ts";
