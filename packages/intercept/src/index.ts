export { ABORT_CODES, type AbortCode } from "./abort-codes.ts";
export { Request } from "./chain/request.ts";
export type { Frame, RequestTiming } from "./chain/request-facts.ts";
export type { RequestInitiator, ResourceType } from "./chain/resource-type.ts";
export { type ContinueOptions, Route } from "./chain/route.ts";
export type { RouteHandler, RouteOptions } from "./chain/route-entry.ts";
export type { ElectronDebugger } from "./chromium/debugger-link.ts";
export type { ChromiumTarget } from "./chromium/open-target.ts";
export type { CdpSessionLike } from "./chromium/session-link.ts";
export { InterceptError, type InterceptErrorCode } from "./errors.ts";
export type { FetchOptions } from "./fetch/fetch-plan.ts";
export type { ClientCertificate, FetchSettings, HttpCredentials, ProxySettings } from "./fetch/fetch-settings.ts";
export { APIResponse } from "./http/api-response.ts";
export type { PostData } from "./http/body.ts";
export type { FulfillOptions, ResponseLike, StreamedBody } from "./http/fulfillment.ts";
export type { HeaderEntry, HeaderMap } from "./http/headers.ts";
export type { RequestOverrides } from "./http/overrides.ts";
export type { ResponseEdit, ResponseEditor, ResponseHead } from "./http/response.ts";
export { interceptChromium } from "./intercept-chromium.ts";
export { interceptNode } from "./intercept-node.ts";

export {
  type HarOptions,
  Interceptor,
  type InterceptorEvents,
  type InterceptorStats,
  type RouteRegistration,
  type UnrouteBehavior,
} from "./interceptor.ts";
export type { ChromiumOptions, InterceptOptions } from "./options.ts";
export { globToRegexPattern } from "./patterns/glob.ts";
export { type UrlPattern, urlMatches } from "./patterns/url-pattern.ts";
export type { RequestLog } from "./request-log.ts";
