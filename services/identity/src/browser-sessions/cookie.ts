import { parseCookie, stringifySetCookie } from "cookie";

/** The cookie that keeps a browser signed in. On https its name makes browsers refuse one that a sibling site planted. */
export function browserCookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? "__Host-vedette_session" : "vedette_session";
}

/** The token of a `Cookie` header; `undefined` when it holds none. */
export function readBrowserCookie(publicUrl: string, header: string | undefined): string | undefined {
  return tokenOf(header, browserCookieName(publicUrl));
}

/** A `Set-Cookie` value that signs the browser in; scripts cannot read it, other sites cannot post with it. */
export function browserCookie(
  publicUrl: string,
  { token, lifetimeSeconds }: { token: string; lifetimeSeconds: number },
): string {
  return setCookie(publicUrl, token, lifetimeSeconds);
}

/** The cookie that opens the session again after a long pause. */
function rememberCookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? "__Host-vedette_remember" : "vedette_remember";
}

/** The token of a `Cookie` header by which a browser is remembered; `undefined` when it holds none. */
export function readRememberCookie(publicUrl: string, header: string | undefined): string | undefined {
  return tokenOf(header, rememberCookieName(publicUrl));
}

/** `Set-Cookie` values for what a sign-in or its renewal gives; of what is absent there is none. */
export function browserCookies(
  publicUrl: string,
  session: { token?: string; rememberToken?: string; lifetimeSeconds: number },
): string[] {
  const { token, rememberToken, lifetimeSeconds } = session;
  return [
    ...(token === undefined ? [] : [setCookie(publicUrl, token, lifetimeSeconds)]),
    ...(rememberToken === undefined ? [] : [remember(publicUrl, rememberToken, lifetimeSeconds)]),
  ];
}

/** `Set-Cookie` values that sign the browser out. */
export function clearedBrowserCookies(publicUrl: string): string[] {
  return [setCookie(publicUrl, "", 0), remember(publicUrl, "", 0)];
}

function remember(publicUrl: string, value: string, maxAge: number): string {
  return setCookie(publicUrl, value, maxAge, rememberCookieName(publicUrl));
}

function tokenOf(header: string | undefined, name: string): string | undefined {
  const token = header === undefined ? undefined : parseCookie(header)[name];
  return token === undefined || !/^[A-Za-z0-9_-]{43}$/.test(token) ? undefined : token;
}

function setCookie(publicUrl: string, value: string, maxAge: number, name = browserCookieName(publicUrl)): string {
  return stringifySetCookie({
    name,
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
