import type { OpenSession } from "../sessions/open-session.ts";
import type { Refresh } from "../sessions/refresh-session.ts";

/** What proxies and support people may know about an answer that carries tokens. Nothing in it is secret. */
export function tokenHeaders(session: OpenSession, outcome?: Refresh["outcome"]): Record<string, string> {
  return {
    "sb-auth-user-id": session.user.id,
    "sb-auth-session-id": session.id,
    "sb-auth-refresh-token-counter": String(session.refreshTokenCounter),
    ...(outcome === "rotated" ? { "sb-auth-refresh-token-rotated": "true" } : {}),
    ...(outcome === undefined || outcome === "rotated"
      ? {}
      : { "sb-auth-refresh-token-reuse": "true", "sb-auth-refresh-token-reuse-cause": outcome }),
  };
}
