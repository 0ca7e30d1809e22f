import { failureCode } from "@vedette/client/failure-code";
import { type APIResponse, type Interceptor, interceptChromium, type Request, type Route } from "@vedette/intercept";
import type { AnswerCache, AskedFor, KeptAnswer } from "./answer-cache.ts";
import type { PipeBrowser } from "./devtools/pipe-browser.ts";
import { messages } from "./messages.ts";
import { noticePage } from "./notice.ts";
import { Patience, patienceOf } from "./patience.ts";

/** What the wall's own pages are under; the name can belong to nobody (RFC 6761), and no request to it leaves the browser. */
export const NOTICE_ADDRESS = "http://wall.invalid/";

/** The age of RFC 9111 that stands for one beyond all counting. */
const AGE_UNKNOWN = 2 ** 31;
/** What is told as it happens: an answer without an end. */
const CHANGES = "/api/changes";
/** The page asks these to know whether the server is there: an old answer would be a lie. */
const NEVER_KEPT = /^\/api\/(health|login\/)/;
/** Answers that end what was kept, when they are the server's own: signed out, not allowed, gone. */
const REFUSED = new Set([401, 403, 404, 410]);
const KEPT_HEADERS = ["content-type", "content-security-policy", "referrer-policy", "x-content-type-options"];
/** The answer is wanted whole, and for the wall, whatever the browser has of its own. */
const UNSIGNED = new Set(["cookie", "authorization", "if-none-match", "if-modified-since", "range"]);
/** Reading by POST: questions that are longer than addresses may be. */
const QUESTION = /\/api\/v1\/(query|query_range|query_exemplars|series|labels)$/;

export interface SignOptions {
  readonly browser: PipeBrowser;
  readonly targetId: string;
  /** Address of the watch room, without a slash at its end. */
  readonly server: string;
  /** The wall's key; `undefined` before it is paired. */
  readonly key: () => string | undefined;
  readonly cache: AnswerCache;
  /** The page that stands at {@link NOTICE_ADDRESS} now. */
  readonly notice: () => string;
}

/**
 * Signs what the server's own page asks of it, and nothing else: not what a page from elsewhere asks of it, should one
 * ever stand there. The key is in no address, no cookie and no script of the page. What the server answered last is what
 * it answers while it is away, with its age (RFC 9111).
 */
export async function signRequests({
  browser,
  targetId,
  server,
  key,
  cache,
  notice,
}: SignOptions): Promise<Interceptor> {
  const { origin } = new URL(server);
  // A warning or a stall of the interceptor is a request that went on by itself: the page asks again.
  const routes = await interceptChromium(browser, { targetId, cors: "off" });
  routes.on("error", () => {});
  await routes.route(`${NOTICE_ADDRESS}**`, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      headers: { "cache-control": "no-store" },
      body: notice(),
    }),
  );
  const patience = new Patience();
  await routes.route(
    (url, request) => url.origin === origin && isOwn(request, origin),
    (route, request) => answer(route, request, { key: key(), cache, server, patience }),
  );
  return routes;
}

/**
 * Whether the server's own page asks. Reading names no `Origin`; then it is known by the page that it comes from. What
 * the window itself goes to is the wall's doing.
 */
function isOwn(request: Request, origin: string): boolean {
  const { origin: named, referer } = request.headers();
  if (named !== undefined) return named === origin;
  const frame = request.frame();
  if (request.isNavigationRequest()) return frame === null || frame.parent() === null;
  const from = referer ?? frame?.url() ?? "";
  return URL.canParse(from) && new URL(from).origin === origin;
}

interface AnswerOptions {
  readonly key: string | undefined;
  readonly cache: AnswerCache;
  readonly server: string;
  readonly patience: Patience;
}

async function answer(route: Route, request: Request, options: AnswerOptions): Promise<void> {
  const { key, cache, server } = options;
  const asked = { method: request.method(), url: request.url(), body: request.postData() ?? "" };
  if (new URL(asked.url).pathname === CHANGES) return await route.continue({ headers: signed(request.headers(), key) });
  const isKept = isReading(asked);
  const { response, failure } = await ask(route, request, options);
  if (response?.ok() && isKept) await keep(cache, asked, response);
  // What the wall may not see any more, it does not see while the server is away either.
  if (response !== undefined && failure === "" && REFUSED.has(response.status())) {
    await cache.forget(asked).catch(() => undefined);
  }
  if (response !== undefined && (failure === "" || !isKept)) return await route.fulfill({ response });
  const kept = isKept ? await cache.recall(asked) : undefined;
  if (kept !== undefined) {
    const age = ageOf(kept);
    return await route.fulfill({
      status: kept.status,
      headers: { ...kept.headers, age: String(age), "cache-control": "no-store" },
      body: kept.body,
    });
  }
  if (!request.isNavigationRequest()) return await route.abort("internetdisconnected");
  const body = noticePage({
    title: messages.silent,
    text: messages.nothingKept(server),
    detail: failure,
    refreshSeconds: 5,
  });
  await route.fulfill({ contentType: "text/html; charset=utf-8", headers: { "cache-control": "no-store" }, body });
}

interface Heard {
  /** Nothing when none came. */
  readonly response?: APIResponse;
  /** Why the server is as good as away; empty when it is not. */
  readonly failure: string;
}

async function ask(route: Route, request: Request, { key, patience }: AnswerOptions): Promise<Heard> {
  try {
    const headers = signed(request.headers(), key);
    const response = await patience.wait(route.fetch({ headers, timeout: patienceOf(headers["prefer"]) }));
    const status = response.status();
    const isAway = status >= 500 || (REFUSED.has(status) && !(await isOwnFailure(response)));
    return { response, failure: isAway ? `It answers ${status}.` : "" };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether the server itself says no: a proxy between it and the wall may, while it is away or set up anew. */
async function isOwnFailure(response: APIResponse): Promise<boolean> {
  try {
    return failureCode(await response.json()) !== undefined;
  } catch {
    return false;
  }
}

/** Seconds since an answer was kept. One of the future was kept before somebody set the clock back: nobody knows when. */
function ageOf({ keptAt }: KeptAnswer): number {
  const age = Math.round((Date.now() - keptAt) / 1000);
  return age < 0 ? AGE_UNKNOWN : age;
}

function signed(headers: Readonly<Record<string, string>>, key: string | undefined): Record<string, string> {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !UNSIGNED.has(name)));
  return key === undefined ? own : { ...own, authorization: `Bearer ${key}` };
}

function isReading({ method, url }: AskedFor): boolean {
  const { pathname } = new URL(url);
  if (NEVER_KEPT.test(pathname)) return false;
  return method === "GET" || (method === "POST" && QUESTION.test(pathname));
}

/** A disk that takes nothing more is no reason to show nothing. */
async function keep(cache: AnswerCache, asked: AskedFor, response: APIResponse): Promise<void> {
  const all = response.headers();
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
  const body = await response.body();
  await cache.keep(asked, { status: response.status(), headers, keptAt: Date.now(), body }).catch(() => undefined);
}
