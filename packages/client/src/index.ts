export { type CookieToSet, type RequestCookies, readRequestCookies } from "./cookies.ts";
export {
  type ClientOptions,
  createClient,
  type FolderSpec,
  type PlaylistSpec,
  type VedetteClient,
} from "./create-client.ts";
export { VedetteError } from "./errors.ts";
export type { InstantQuery, Metrics, MetricsResult, RangeQuery } from "./metrics.ts";
export { handleOAuthCallback, type OAuthCallbackOptions } from "./oauth-callback.ts";
export type { Collection, ListPage, ResourceObject } from "./resources.ts";
export type { TeamMember, TeamSpec, Teams } from "./teams.ts";
