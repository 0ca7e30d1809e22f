import { parseCookie } from "undici";
import type { CookieStore } from "../fetch/node-fetch.ts";
import { ask, type CdpLink } from "./link.ts";

/** The cookies of the browser context that a session belongs to. */
export function browserCookies(link: CdpLink, sessionId: string | undefined): CookieStore {
  return {
    async cookiesFor(url) {
      const { cookies } = await ask(link, "Network.getCookies", { urls: [url.href] }, sessionId);
      return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    async store(url, setCookies) {
      const cookies = setCookies.map((line) => toCookieParam(url, line)).filter((cookie) => cookie !== undefined);
      // A cookie the browser refuses is refused there as it would be from the wire.
      await Promise.allSettled(cookies.map((cookie) => link.send("Network.setCookie", cookie, sessionId)));
    },
  };
}

/** @see https://datatracker.ietf.org/doc/html/rfc6265#section-5.2 */
function toCookieParam(url: URL, line: string): object | undefined {
  const cookie = parseCookie(line);
  if (cookie === null) return undefined;
  const { name, value, domain, path, secure, httpOnly, sameSite, maxAge, expires } = cookie;
  const expiry =
    maxAge !== undefined ? Date.now() + maxAge * 1000 : expires === undefined ? undefined : Number(expires);
  return {
    url: url.href,
    name,
    value,
    ...(domain !== undefined && { domain }),
    path: path ?? (url.pathname.replace(/\/[^/]*$/, "") || "/"),
    ...(secure && { secure }),
    ...(httpOnly && { httpOnly }),
    ...(sameSite !== undefined && { sameSite }),
    ...(expiry !== undefined && { expires: expiry / 1000 }),
  };
}
