import { parseCookie } from "undici";

/** Where the cookies of a `route.fetch` come from and go to. */
export interface CookieStore {
  /** @returns the value of the `cookie` header, empty without cookies */
  cookiesFor(url: URL): Promise<string>;
  store(url: URL, setCookies: readonly string[]): Promise<void>;
}

interface Kept {
  readonly pair: string;
  readonly domain: string;
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly secure: boolean | undefined;
}

/**
 * A store for one fetch: Node has none of its own. It knows the cookies that the client sent, and what each hop sets.
 *
 * @param sent - the client's `cookie` header
 * @see https://datatracker.ietf.org/doc/html/rfc6265#section-5.3
 */
export function hopCookies({ hostname }: URL, sent = ""): CookieStore {
  const keptByKey = new Map<string, Kept>();
  const keep = (name: string, kept: Kept): unknown => keptByKey.set(`${name};${kept.domain};${kept.path}`, kept);
  for (const pair of sent.split(/; */).filter(Boolean)) {
    keep(pair.split("=", 1).join(), { pair, domain: hostname, isHostOnly: true, path: "/", secure: false });
  }
  return {
    async cookiesFor(url) {
      const fitting = [...keptByKey.values()].filter((kept) => fits(kept, url));
      return fitting.map(({ pair }) => pair).join("; ");
    },
    async store(url, setCookies) {
      for (const line of setCookies) {
        const cookie = parseCookie(line);
        if (cookie === null) continue;
        const { name, value, secure } = cookie;
        const domain = cookie.domain?.replace(/^\./, "").toLowerCase() ?? url.hostname;
        const kept = { domain, isHostOnly: cookie.domain === undefined, path: cookie.path ?? defaultPath(url), secure };
        if (!isBelow(url.hostname, domain)) continue;
        // An end in the past takes a cookie away.
        if ((expiryOf(cookie) ?? Number.POSITIVE_INFINITY) <= Date.now())
          keptByKey.delete(`${name};${domain};${kept.path}`);
        else keep(name, { ...kept, pair: `${name}=${value}` });
      }
    },
  };
}

/** Milliseconds since the epoch; `undefined` for a cookie that has no end. */
export function expiryOf({ maxAge, expires }: NonNullable<ReturnType<typeof parseCookie>>): number | undefined {
  if (maxAge !== undefined) return Date.now() + maxAge * 1000;
  return expires === undefined ? undefined : Number(expires);
}

/** @see https://datatracker.ietf.org/doc/html/rfc6265#section-5.1.4 */
export function defaultPath({ pathname }: URL): string {
  return pathname.replace(/\/[^/]*$/, "") || "/";
}

function fits({ domain, isHostOnly, path, secure }: Kept, { hostname, pathname, protocol }: URL): boolean {
  if (secure && protocol !== "https:") return false;
  if (isHostOnly ? hostname !== domain : !isBelow(hostname, domain)) return false;
  return `${pathname}/`.startsWith(path.endsWith("/") ? path : `${path}/`);
}

/** A name without a dot is nobody's domain but its own. */
function isBelow(hostname: string, domain: string): boolean {
  return hostname === domain || (domain.includes(".") && hostname.endsWith(`.${domain}`));
}
