import { setTimeout as sleep } from "node:timers/promises";
import type { Request } from "../chain/request.ts";
import type { Observer } from "../chain/router.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { HeaderEntry } from "../http/headers.ts";
import type { UrlMatcher } from "../patterns/url-pattern.ts";
import { type HarContent, type RecordedEntry, writeHar } from "./har-file.ts";

/** Headers that let whoever reads the file act for whoever was recorded. */
const SECRETS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

/** How long the end waits for requests that are still under way. */
const GRACE_MS = 1000;

/** Larger bodies are left out. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** Collects what requests and responses were, and writes them at the end. */
export class HarRecorder implements Observer {
  readonly wants = "body";
  readonly fetchPattern: string;
  readonly #path: string;
  readonly #matcher: UrlMatcher<Request>;
  readonly #keepsSecrets: boolean;
  readonly #entries: RecordedEntry[] = [];
  readonly #running = new Set<Promise<RecordedEntry | null>>();

  constructor(path: string, matcher: UrlMatcher<Request>, { keepsSecrets }: { readonly keepsSecrets: boolean }) {
    this.#path = path;
    this.#matcher = matcher;
    this.#keepsSecrets = keepsSecrets;
    this.fetchPattern = matcher.fetchPattern;
  }

  matches(url: string, request: () => Request): boolean {
    return this.#matcher.test(url, request);
  }

  seen(request: Request): void {
    const startedAt = Date.now();
    const entry = request.response().then(
      async (response) => response && (await this.#entryOf(request, response, startedAt)),
      // Nothing is recorded of a request that nobody could look at.
      () => null,
    );
    this.#running.add(entry);
    entry.then((done) => {
      this.#running.delete(entry);
      if (done !== null) this.#entries.push(done);
    }, noReason);
  }

  async write(): Promise<void> {
    // The client may have its response a moment before it is noted here.
    await Promise.race([Promise.all(this.#running), sleep(GRACE_MS, undefined, { ref: false })]);
    const byStart = (one: RecordedEntry, other: RecordedEntry): number =>
      one.startedDateTime.localeCompare(other.startedDateTime);
    await writeHar(this.#path, this.#entries.toSorted(byStart));
  }

  async #entryOf(request: Request, response: APIResponse, startedAt: number): Promise<RecordedEntry> {
    const unknown = { cookies: [], headersSize: -1, httpVersion: "HTTP/1.1" };
    const time = Date.now() - startedAt;
    const body = await response.body().catch(() => Buffer.alloc(0));
    const type = response.headers()["content-type"] ?? "";
    const posted = request.postDataBuffer();
    return {
      startedDateTime: new Date(startedAt).toISOString(),
      time,
      cache: {},
      timings: { send: 0, wait: time, receive: 0 },
      request: {
        ...unknown,
        bodySize: posted?.length ?? -1,
        queryString: [...new URL(request.url()).searchParams].map(([name, value]) => ({ name, value })),
        method: request.method(),
        url: request.url(),
        headers: this.#shown(await request.headersArray()),
        ...(posted !== null && { postData: contentOf(posted, request.headers()["content-type"] ?? "") }),
      },
      response: {
        ...unknown,
        bodySize: -1,
        status: response.status(),
        statusText: response.statusText(),
        headers: this.#shown(response.headersArray()),
        content: contentOf(body.length > MAX_BODY_BYTES ? Buffer.alloc(0) : body, type),
        redirectURL: response.headers()["location"] ?? "",
      },
    };
  }

  #shown(headers: readonly HeaderEntry[]): HeaderEntry[] {
    return headers.filter(({ name }) => this.#keepsSecrets || !SECRETS.has(name.toLowerCase()));
  }
}

/** Both ends of a recorded request are handled above. */
function noReason(): void {}

function contentOf(body: Buffer, mimeType: string): HarContent {
  const text = body.toString("utf8");
  const isText = Buffer.from(text).equals(body);
  const encoded = isText ? { text } : { text: body.toString("base64"), encoding: "base64" };
  return { mimeType, size: body.length, ...encoded };
}
