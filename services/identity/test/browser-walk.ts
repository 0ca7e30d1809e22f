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
  /** Calls a service as a page's script does: with the cookies of its host, which an answer may set. */
  call(url: string | URL, init: { method: string; headers: Record<string, string>; body: string }): Promise<Response>;
}

const MAX_STEPS = 20;

/**
 * A browser with a cookie jar of its own. `site` is where applications are.
 *
 * @param agrees - presses the button of a page that asks; otherwise a page is the end, and an error
 */
export function openBrowser(site: string, { agrees = false }: { agrees?: boolean } = {}): BrowserWalk {
  const jars = new Map<string, Map<string, string>>();
  const send = async (url: URL, { headers: more, ...init }: RequestInit = {}): Promise<Response> => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(more);
    if (cookie !== "") headers.set("cookie", cookie);
    if (init.method === "POST") headers.set("origin", url.origin);
    const answer = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  const step = async (url: URL, form?: RequestInit): Promise<URL | undefined> => {
    const answer = await send(url, form);
    const location = answer.headers.get("location");
    if (location !== null) return new URL(location, url);
    const text = await answer.text();
    const action = /<form method="post" action="([^"]*)"/.exec(text)?.[1];
    if (!agrees || action === undefined) throw new Error(`${answer.status} at ${url}: ${text}`);
    const fields = [...text.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    return step(new URL(action), { method: "POST", body: new URLSearchParams(fields) });
  };
  return {
    call: (url, init) => send(new URL(url), init),
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
