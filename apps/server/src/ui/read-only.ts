import { type App, HttpError } from "@vedette/http";
import type { UiSettings } from "./settings.ts";

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** What reads, or signs somebody in, by POST. */
const READING_POSTS: ReadonlySet<string> = new Set([
  "/api/ds/query",
  "/api/login",
  "/api/login/token",
  "/api/login/administrator-token",
  "/api/logout",
]);

/** `/apis/authorization.k8s.io/v1/selfsubjectaccessreviews` and its kin. */
const SELF_REVIEW = /^\/apis\/[^/]+\/[^/]+\/(?:namespaces\/[^/]+\/)?self[a-z]*reviews$/;
/** Queries that go through the server to a data source. */
const PROXIED_QUERY =
  /^\/api\/datasources\/proxy\/.+\/(?:query|query_range|query_exemplars|series|labels|format_query|parse_query)$/;

/** Refuses every change of what /api and /apis keep while `ui.disable_write_actions` says so. */
export function refuseWrites(app: App, settings: Pick<UiSettings, "ui.disable_write_actions">): void {
  app.addHook("onRequest", async ({ method, url, routeOptions }) => {
    if (!settings["ui.disable_write_actions"] || READING_METHODS.has(method)) return;
    // By the route, not the address, of which there is more than one spelling.
    if (!/^\/apis?\//.test(routeOptions.url ?? "") || isReading(url.split("?", 1)[0] ?? "")) return;
    throw new HttpError("method_not_allowed", {
      detail: "This server is read-only: VEDETTE_DISABLE_WRITE_ACTIONS is set.",
      headers: { allow: [...READING_METHODS].join(", ") },
    });
  });
}

function isReading(path: string): boolean {
  return READING_POSTS.has(path) || SELF_REVIEW.test(path) || PROXIED_QUERY.test(path);
}
