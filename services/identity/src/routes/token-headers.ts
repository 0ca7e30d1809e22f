import type { OpenSession } from "../sessions/open-session.ts";
import type { Refresh } from "../sessions/refresh.ts";
import type { NewestToken } from "../tokens/newest-token.ts";

/** What proxies and support people may know about an answer that carries tokens. Nothing in it is secret. */
export function tokenHeaders(session: OpenSession, outcome?: Refresh["outcome"]): Record<string, string> {
  return {
    "sb-auth-user-id": session.user.id,
    "sb-auth-session-id": session.id,
    ...newestTokenHeader(session.refreshToken),
    ...(outcome === "rotated" ? { "sb-auth-refresh-token-rotated": "true" } : {}),
    ...(outcome === undefined || outcome === "rotated"
      ? {}
      : { "sb-auth-refresh-token-reuse": "true", "sb-auth-refresh-token-reuse-cause": outcome }),
  };
}

function newestTokenHeader(newest: NewestToken): Record<string, string> {
  return newest.kind === "signed"
    ? { "sb-auth-refresh-token-counter": String(newest.counter) }
    : { "sb-auth-refresh-token-prefix": newest.token.slice(0, 5) };
}
