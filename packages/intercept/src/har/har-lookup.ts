import { InterceptError } from "../errors.ts";
import { nextHop, redirectLocation } from "../fetch/redirect-rules.ts";
import { type HeaderEntry, headerOf } from "../http/headers.ts";
import type { HarEntry, HarFile } from "./har-file.ts";

/** What is looked up. */
export interface HarQuestion {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderEntry[];
  readonly body: Buffer | null;
}

/** Finds the entry of a HAR that answers a request; entries are found by method and url without a search. */
export class HarLookup {
  readonly #har: HarFile;
  readonly #entriesByKey = new Map<string, HarEntry[]>();

  constructor(har: HarFile) {
    this.#har = har;
    for (const entry of har.entries) {
      const key = `${entry.request.method} ${entry.request.url.replace(/#.*$/s, "")}`;
      const entries = this.#entriesByKey.get(key);
      if (entries === undefined) this.#entriesByKey.set(key, [entry]);
      else entries.push(entry);
    }
  }

  /**
   * The entry at the end of its redirects.
   *
   * @throws InterceptError `ERR_HAR` when they go in a circle
   */
  async find(question: HarQuestion): Promise<HarEntry | undefined> {
    const seen = new Set<HarEntry>();
    let at: HarQuestion | undefined = question;
    while (at !== undefined) {
      const entry: HarEntry | undefined = await this.#findOne(at);
      if (entry === undefined) return undefined;
      if (seen.has(entry)) throw new InterceptError("ERR_HAR", `routeFromHAR: ${question.url} redirects in a circle`);
      seen.add(entry);
      const location = redirectLocation(entry.response.status, entry.response.headers);
      if (location === undefined) return entry;
      const hop = nextHop({ ...at, url: new URL(at.url) }, entry.response.status, location);
      at = hop === undefined ? undefined : { ...hop, url: hop.url.href };
    }
    return undefined;
  }

  async #findOne({ url, method, headers, body }: HarQuestion): Promise<HarEntry | undefined> {
    const named = this.#entriesByKey.get(`${method} ${url}`) ?? [];
    const isFitting = await Promise.all(named.map(async (entry) => await this.#hasBody(entry, method, body)));
    const candidates = named.filter((_entry, index) => isFitting[index]);
    const lines = new Set(headers.map(lineOf));
    const score = ({ request }: HarEntry): number =>
      request.headers.filter((header) => lines.has(lineOf(header))).length;
    return candidates.reduce<HarEntry | undefined>(
      (best, entry) => (best === undefined || score(entry) > score(best) ? entry : best),
      undefined,
    );
  }

  async #hasBody({ request }: HarEntry, method: string, body: Buffer | null): Promise<boolean> {
    if (method !== "POST" || body === null || request.postData === undefined) return true;
    const recorded = await this.#har.read(request.postData);
    if (recorded.equals(body)) return true;
    const boundary = boundaryOf(headerOf(request.headers, "content-type") ?? request.postData.mimeType);
    return boundary !== undefined && withoutBoundary(recorded, boundary) === withoutBoundary(body, firstLine(body));
  }
}

function lineOf({ name, value }: HeaderEntry): string {
  return `${name.toLowerCase()}:${value}`;
}

/** Every form that is sent gets a boundary of its own. */
function boundaryOf(contentType: string | undefined): string | undefined {
  const boundary = /^multipart\/form-data.*boundary="?([^";]+)/i.exec(contentType ?? "")?.[1];
  return boundary === undefined ? undefined : `--${boundary}`;
}

function firstLine(body: Buffer): string {
  return body.toString("latin1").split("\r\n", 1)[0] ?? "";
}

function withoutBoundary(body: Buffer, boundary: string): string {
  return boundary === "" ? body.toString("latin1") : body.toString("latin1").replaceAll(boundary, "");
}
