import { setTimeout as sleep } from "node:timers/promises";
import { InterceptError } from "../errors.ts";
import { type APIResponse, createAPIResponse } from "../http/api-response.ts";
import { type HeaderEntry, headerOf, withoutHeaders } from "../http/headers.ts";
import { FetchAgents } from "./agents.ts";
import type { CookieStore } from "./cookie-store.ts";
import { decodeBody } from "./decode.ts";
import { exchange, type RawResponse } from "./exchange.ts";
import { type FetchPlan, redirectsError, timeoutError } from "./fetch-plan.ts";
import { credentialsFor, type FetchSettings } from "./fetch-settings.ts";
import { type Hop, nextHop, redirectLocation } from "./redirect-rules.ts";

const FIRST_RETRY_MS = 250;

/** Performs the requests of `route.fetch` in Node. */
export class NodeFetch {
  readonly #settings: FetchSettings;
  readonly #agents: FetchAgents;
  readonly #closing = new AbortController();

  constructor(settings: FetchSettings) {
    this.#settings = settings;
    this.#agents = new FetchAgents(settings);
  }

  /**
   * @param cookies - a browser's store, or one for this fetch alone
   * @throws InterceptError `ERR_FETCH_TIMEOUT`, `ERR_FETCH_REDIRECTS`, `ERR_FETCH_NETWORK`, `ERR_FETCH_DECODE`
   */
  async fetch(plan: FetchPlan, cookies: CookieStore): Promise<APIResponse> {
    const deadline = new AbortController();
    const timer = plan.timeoutMs > 0 ? setTimeout(() => deadline.abort(timeoutError(plan)), plan.timeoutMs) : undefined;
    const signal = AbortSignal.any([deadline.signal, this.#closing.signal]);
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      return await Promise.race([this.#follow(plan, cookies, signal), aborted.promise]);
    } catch (error) {
      // Whatever broke because of the deadline or the closing is reported as that.
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      // Node keeps a composed signal for as long as somebody listens, and with it the whole fetch.
      signal.removeEventListener("abort", abort);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new InterceptError("ERR_TARGET_CLOSED", "route.fetch: the interceptor is closed"));
    await this.#agents.close();
  }

  async #follow(plan: FetchPlan, cookies: CookieStore, signal: AbortSignal): Promise<APIResponse> {
    let hop = this.#firstHop(plan);
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#sendWithCookies(hop, plan, cookies, signal);
      const location = redirectLocation(response.status, response.headers);
      if (location === undefined || plan.maxRedirects === 0) return await this.#finish(hop, response);
      if (redirects >= plan.maxRedirects) throw redirectsError(plan);
      const next = nextHop(hop, response.status, location);
      if (next === undefined) throw networkError(hop.url, 1, new TypeError(`The location ${location} is no url.`));
      hop = next;
    }
  }

  #firstHop({ url, method, headers, areHeadersGiven, body }: FetchPlan): Hop {
    const { extraHTTPHeaders = {}, userAgent = "vedette-intercept" } = this.#settings;
    const own = areHeadersGiven ? headers : withoutHeaders(headers, ["host", "cookie"]);
    const defaults = {
      ...extraHTTPHeaders,
      "user-agent": userAgent,
      accept: "*/*",
      "accept-encoding": "gzip,deflate,br",
    };
    const added = Object.entries(defaults)
      .map(([name, value]) => ({ name: name.toLowerCase(), value }))
      .filter(({ name }) => headerOf(own, name) === undefined);
    return { url: new URL(url), method, headers: [...own, ...added], body };
  }

  async #sendWithCookies(hop: Hop, plan: FetchPlan, cookies: CookieStore, signal: AbortSignal): Promise<RawResponse> {
    const cookie = headerOf(hop.headers, "cookie") === undefined ? await cookies.cookiesFor(hop.url) : "";
    const sent = cookie === "" ? hop : { ...hop, headers: [...hop.headers, { name: "cookie", value: cookie }] };
    const response = await this.#sendWithCredentials(sent, plan, signal);
    const setCookies = response.headers.filter(({ name }) => name.toLowerCase() === "set-cookie");
    const lines = setCookies.map(({ value }) => value);
    if (lines.length > 0) await cookies.store(hop.url, lines);
    return response;
  }

  async #sendWithCredentials(hop: Hop, plan: FetchPlan, signal: AbortSignal): Promise<RawResponse> {
    const response = await this.#sendWithRetries(hop, plan, signal);
    const credentials = credentialsFor(this.#settings.httpCredentials, hop.url.origin);
    if (credentials === undefined || !asksForBasic(response) || headerOf(hop.headers, "authorization") !== undefined) {
      return response;
    }
    const token = Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64");
    const authorization: HeaderEntry = { name: "authorization", value: `Basic ${token}` };
    return await this.#sendWithRetries({ ...hop, headers: [...hop.headers, authorization] }, plan, signal);
  }

  async #sendWithRetries(hop: Hop, { maxRetries }: FetchPlan, signal: AbortSignal): Promise<RawResponse> {
    if (!/^https?:$/.test(hop.url.protocol))
      throw networkError(hop.url, 1, new TypeError("Only http and https can be fetched."));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await exchange(this.#agents.agentFor(hop.url), hop, signal);
      } catch (cause) {
        if (signal.aborted || !isReset(cause) || attempt > maxRetries) throw networkError(hop.url, attempt, cause);
        await sleep(FIRST_RETRY_MS * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  async #finish({ url, method }: Hop, response: RawResponse): Promise<APIResponse> {
    const encoding = method === "HEAD" ? undefined : headerOf(response.headers, "content-encoding");
    const body = await decodeBody(response.body, encoding, url.href);
    return createAPIResponse({ ...response, body, url: url.href, isClosed: () => this.#closing.signal.aborted });
  }
}

function asksForBasic({ status, headers }: RawResponse): boolean {
  return status === 401 && /^basic\b/i.test(headerOf(headers, "www-authenticate")?.trim() ?? "");
}

/** A server that hangs up without an answer counts as a reset, as Node's own client reports it. */
function isReset(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNRESET") return true;
  return code === "UND_ERR_SOCKET" && "message" in error && error.message === "other side closed";
}

function networkError({ href: url }: URL, attempts: number, cause: unknown): InterceptError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const tries = attempts === 1 ? "" : ` after ${attempts} attempts`;
  const message = `route.fetch: ${url} failed${tries}: ${reason}`;
  return new InterceptError("ERR_FETCH_NETWORK", message, { url, attempts, cause });
}
