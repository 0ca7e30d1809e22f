import { parseCookie, stringifySetCookie } from "cookie";

/** The cookie that keeps a browser signed in. On https its name makes browsers refuse one that a sibling site planted. */
export function browserCookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? "__Host-vedette_session" : "vedette_session";
}

/** The token of a `Cookie` header; `undefined` when it holds none. */
export function readBrowserCookie(publicUrl: string, header: string | undefined): string | undefined {
  const token = header === undefined ? undefined : parseCookie(header)[browserCookieName(publicUrl)];
  return token === undefined || !/^[A-Za-z0-9_-]{43}$/.test(token) ? undefined : token;
}

/** A `Set-Cookie` value that signs the browser in; scripts cannot read it, other sites cannot post with it. */
export function browserCookie(
  publicUrl: string,
  { token, lifetimeSeconds }: { token: string; lifetimeSeconds: number },
): string {
  return setCookie(publicUrl, token, lifetimeSeconds);
}

/** A `Set-Cookie` value that signs the browser out. */
export function clearedBrowserCookie(publicUrl: string): string {
  return setCookie(publicUrl, "", 0);
}

function setCookie(publicUrl: string, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: browserCookieName(publicUrl),
    value,
    path: "/",
    maxAge,
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps(publicUrl),
  });
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}
