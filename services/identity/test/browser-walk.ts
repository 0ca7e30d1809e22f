/** Where a walk ended, with what the address says. */
interface Landing {
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly fragment: URLSearchParams;
  /** Every address on the way. */
  readonly way: readonly URL[];
}

/** What a browser does with redirects and cookies, without drawing anything. */
export interface BrowserWalk {
  /** Follows redirects until one leads to a host that nobody serves here, or to an address that `stopAt` takes. */
  open(url: string | URL, stopAt?: (url: URL) => boolean): Promise<Landing>;
}

const MAX_STEPS = 20;

/** A browser with a cookie jar of its own. `site` is where applications are. */
export function openBrowser(site: string): BrowserWalk {
  const jars = new Map<string, Map<string, string>>();
  const step = async (url: URL): Promise<URL | undefined> => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: cookie === "" ? {} : { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location !== null) return new URL(location, url);
    throw new Error(`${answer.status} at ${url}: ${await answer.text()}`);
  };
  return {
    async open(start, stopAt = () => false) {
      const way: URL[] = [new URL(start)];
      for (let url = way[0]; url !== undefined && way.length < MAX_STEPS; url = way.at(-1)) {
        if (url.origin === site || (way.length > 1 && stopAt(url))) {
          return { url, query: url.searchParams, fragment: new URLSearchParams(url.hash.slice(1)), way };
        }
        const next = await step(url);
        if (next !== undefined) way.push(next);
      }
      throw new Error(`No end: ${way.join(" → ")}`);
    },
  };
}
