export interface OAuthCallbackOptions {
  /** Exchanges the code, e.g. `(code) => client.auth.exchangeCodeForSession(code)`. */
  readonly exchange: (code: string) => Promise<{ readonly error: unknown }>;
  /** Where people land when it went wrong; a path of this application. */
  readonly errorPath: string;
  /** Hosts that a proxy in front may name in `X-Forwarded-Host`; none unless given. */
  readonly forwardedHosts?: readonly string[];
  /** Adds to the answer, e.g. the cookies of the session. */
  readonly onAnswer?: (headers: Headers) => void;
}

/**
 * The route of an application that an OAuth provider sends people back to: it exchanges the code and sends them on to
 * `next`, which is always a path of the application itself.
 *
 * @see spec 1, OAuth callback rules
 */
export async function handleOAuthCallback(request: Request, options: OAuthCallbackOptions): Promise<Response> {
  const { exchange, errorPath, forwardedHosts = [], onAnswer } = options;
  const url = new URL(request.url);
  const origin = originOf(request, url, forwardedHosts);
  const code = url.searchParams.get("code") ?? "";
  const isSignedIn = code !== "" && (await succeeds(() => exchange(code)));
  const headers = new Headers({
    location: addressIn(origin, isSignedIn ? url.searchParams.get("next") : errorPath),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  onAnswer?.(headers);
  return new Response(null, { status: 303, headers });
}

async function succeeds(exchange: () => Promise<{ readonly error: unknown }>): Promise<boolean> {
  try {
    return !(await exchange()).error;
  } catch {
    // The person sees the error page; what went wrong is in the log of the server.
    return false;
  }
}

/** A path of the application, or its root: `//host`, `/\host` and what holds control characters lead elsewhere. */
function addressIn(origin: string, path: string | null): string {
  const text = path ?? "/";
  const isPath = text.startsWith("/") && ![...text].some((sign) => sign < " " || sign === "\\" || sign === "\u007f");
  const target = isPath && URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  return target?.origin === origin ? target.href : `${origin}/`;
}

function originOf({ headers }: Request, url: URL, forwardedHosts: readonly string[]): string {
  const host = headers.get("x-forwarded-host");
  return host !== null && forwardedHosts.includes(host) ? `https://${host}` : url.origin;
}
