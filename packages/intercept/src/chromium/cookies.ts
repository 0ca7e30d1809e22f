import { parseCookie } from "undici";
import { type CookieStore, defaultPath, expiryOf } from "../fetch/cookie-store.ts";
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
  const { name, value, domain, path = defaultPath(url), secure, httpOnly, sameSite } = cookie;
  const expiry = expiryOf(cookie);
  return {
    url: url.href,
    name,
    value,
    ...(domain !== undefined && { domain }),
    path,
    ...(secure && { secure }),
    ...(httpOnly && { httpOnly }),
    ...(sameSite !== undefined && { sameSite }),
    ...(expiry !== undefined && { expires: expiry / 1000 }),
  };
}
