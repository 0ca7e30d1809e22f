import type { Fetch } from "./outbound-fetch.ts";

const MAX_REDIRECTS = 3;

/**
 * Reads a discovery document, which may have moved: the only call whose redirects are followed. Every hop is a call like
 * the first one, with the same checks of its address; none leads from https to http. Whoever reads the document checks
 * whom it speaks of.
 *
 * @returns `undefined` when it leads on and on, or where nobody follows
 */
export async function followRedirects(fetch: Fetch, start: string): Promise<Response | undefined> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    const next = location === null ? null : URL.parse(location, url);
    if (next === null) return answer;
    if (url.startsWith("https:") && next.protocol !== "https:") return undefined;
    url = next.href;
  }
  return undefined;
}
