import { type AllowedHosts, callOutbound } from "@vedette/http";

interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: HeadersInit | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

export type Fetch = (url: string, options?: FetchOptions) => Promise<Response>;

const WITHOUT_BODY = new Set([204, 205, 304]);

/** The Fetch API over `callOutbound`, for the libraries that speak OAuth: ten seconds, one mebibyte, no redirects. */
export function outboundFetch(allowedHosts: AllowedHosts): Fetch {
  return async (url, { method, headers, body, signal } = {}) => {
    const answer = await callOutbound({
      url,
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      reach: "public",
      allowedHosts,
      ...(signal ? { signal } : {}),
    });
    const bytes = await answer.body.bytes();
    return new Response(WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(bytes), {
      status: answer.status,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
      ),
    });
  };
}
