import { ABORT_CODES, type AbortCode } from "../abort-codes.ts";
import { type Request, requestAnswered, requestFailed, requestSent, wantedOutcome } from "../chain/request.ts";
import type { Frame, RequestTiming } from "../chain/request-facts.ts";
import type { RequestInitiator, ResourceType } from "../chain/resource-type.ts";
import { argumentError } from "../errors.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import { applyHeaders, type HeaderEntry, headerOf, toHeaderEntries } from "../http/headers.ts";
import type { Overrides } from "../http/overrides.ts";
import type { FulfilledResponse, ResponseEditor } from "../http/response.ts";
import { fetchInBrowser } from "./browser-fetch.ts";
import type { ChromiumContext } from "./context.ts";
import { corsHeaders, isPreflight } from "./cors.ts";
import type { HeldRequest } from "./held-request.ts";
import { CdpError } from "./link.ts";
import type { RequestPaused } from "./protocol.ts";
import { timingOf } from "./timing.ts";
import { resourceTypeOf } from "./wire-types.ts";

/** A request that the Fetch domain paused. */
export class ChromiumPause implements HeldRequest {
  readonly sessionId: string | undefined;
  readonly redirectedFrom: Request | null;
  readonly event: RequestPaused;
  requestId: string;
  readonly #context: ChromiumContext;
  readonly #startTime = Date.now();
  holdsResponse = false;
  isAnswered = false;
  /** Headers that an earlier hop was given. */
  readonly #carried: readonly HeaderEntry[] | undefined;
  #headers: readonly HeaderEntry[] | undefined;

  constructor(
    context: ChromiumContext,
    event: RequestPaused,
    sessionId: string | undefined,
    from?: { readonly request: Request | null; readonly headers: readonly HeaderEntry[] | undefined },
  ) {
    this.#context = context;
    this.event = event;
    this.requestId = event.requestId;
    this.sessionId = sessionId;
    this.redirectedFrom = from?.request ?? null;
    this.#carried = from?.headers;
  }

  get url(): string {
    return this.event.request.url;
  }

  get method(): string {
    return this.event.request.method;
  }

  get networkId(): string | null {
    return this.event.networkId ?? null;
  }

  headers(): readonly HeaderEntry[] {
    this.#headers ??= toHeaderEntries(this.event.request.headers).map(({ name, value }) => ({
      name: name.toLowerCase(),
      value,
    }));
    return this.#headers;
  }

  /** A body that streams, or a file on disk, comes without its bytes. */
  postData(): Buffer | null {
    const entries = this.event.request.postDataEntries ?? [];
    const chunks = entries.map(({ bytes }) => (bytes === undefined ? undefined : Buffer.from(bytes, "base64")));
    if (chunks.length === 0 || chunks.includes(undefined)) return null;
    return Buffer.concat(chunks.filter((chunk) => chunk !== undefined));
  }

  resourceType(): ResourceType {
    return (
      this.#context.network.typeOf(this.event.networkId) ?? resourceTypeOf(this.event.resourceType, this.headers())
    );
  }

  initiator(): RequestInitiator {
    if (isPreflight(this.method, this.headers())) return "preflight";
    return this.#context.initiatorOf(this);
  }

  isNavigation(): boolean {
    return this.event.resourceType === "Document";
  }

  frame(): Frame | null {
    const { frameId } = this.event;
    return frameId === undefined || this.initiator() === "worker" ? null : this.#context.frames.frame(frameId);
  }

  timing(): RequestTiming {
    return timingOf(this.#startTime, this.#context.network.timingOf(this.event.networkId));
  }

  async proceed(overrides: Overrides, request: Request, edit: ResponseEditor | undefined): Promise<void> {
    if (this.holdsResponse) {
      await this.#releaseResponse(request);
      return;
    }
    this.#context.proceeding(this);
    const wanted = wantedOutcome(request);
    const headers = overrides.headers ?? this.#carried;
    const isFollowed = headers !== undefined || this.#context.options.redirects === "every";
    const interceptResponse = isFollowed || wanted.response || edit !== undefined;
    if (interceptResponse) {
      this.#context.flights.add(this.sessionId, this.requestId, { pause: this, request, headers, edit });
    }
    const params = { ...this.wireOverrides(overrides), interceptResponse };
    const { sessionId, requestId } = this;
    this.#context.network.answered(this.event.networkId, { sessionId, requestId, params });
    let isSent = false;
    try {
      isSent = await this.#answer("Fetch.continueRequest", params);
    } finally {
      if (!isSent) this.#context.flights.take(this.sessionId, this.requestId);
    }
  }

  async fail(code: AbortCode, request: Request): Promise<void> {
    await this.#answer("Fetch.failRequest", { errorReason: ABORT_CODES[code].cdp });
    requestFailed(request, ABORT_CODES[code].net);
  }

  async fulfill(response: FulfilledResponse, request: Request): Promise<void> {
    const added = this.#context.options.cors === "off" ? [] : corsHeaders(this.url, this.headers(), response.headers);
    const head = { ...response, headers: [...response.headers, ...added] };
    if (response.isRestart) {
      this.#context.flights.add(this.sessionId, this.requestId, { pause: this, request, isRestart: true });
    }
    if (!Buffer.isBuffer(response.body)) return await this.#fulfillStreaming({ ...head, body: response.body }, request);
    await this.#answer("Fetch.fulfillRequest", {
      responseCode: head.status,
      responsePhrase: head.statusText,
      responseHeaders: head.headers,
      ...(response.body.length > 0 && { body: response.body.toString("base64") }),
    });
    requestAnswered(request, head, wantedOutcome(request).body ? response.body : undefined);
  }

  async fetch(plan: FetchPlan, request: Request): Promise<APIResponse> {
    if (this.#context.options.fetch?.via === "browser") {
      const wire = this.wireOverrides({
        url: plan.url,
        method: plan.method,
        ...(plan.areHeadersGiven && { headers: plan.headers }),
        ...(plan.body !== null && plan.body !== this.postData() && { postData: plan.body }),
      });
      return await fetchInBrowser(this, request, plan, this.#context, wire);
    }
    const { browserCookies } = await import("./cookies.ts");
    const session = this.#context.cookieSession(this.sessionId, this.event.frameId);
    return await this.#context.nodeFetch.fetch(plan, browserCookies(this.#context.link, session));
  }

  async command(method: string, params: object): Promise<boolean> {
    try {
      await this.#context.link.send(method, { requestId: this.requestId, ...params }, this.sessionId);
      return true;
    } catch (error) {
      if (isCallersFault(error)) throw argumentError("route", "headers", `were refused: ${error.message}`);
      return false;
    }
  }

  async #answer(method: string, params: object): Promise<boolean> {
    this.isAnswered = true;
    try {
      const isThere = await this.command(method, params);
      this.#context.released(this);
      return isThere;
    } catch (error) {
      this.isAnswered = false;
      throw error;
    }
  }

  async #releaseResponse(request: Request): Promise<void> {
    await this.#answer("Fetch.continueResponse", {});
    requestSent(request);
  }

  async #fulfillStreaming(
    response: FulfilledResponse & { body: AsyncIterable<Uint8Array> },
    request: Request,
  ): Promise<void> {
    const streams = await this.#context.streams();
    const url = await streams.offer(response.body);
    const streamed = { head: withExposedHeaders(response), url };
    this.#context.flights.add(this.sessionId, this.requestId, { pause: this, request, streamed });
    await this.#answer("Fetch.continueRequest", { url, method: "GET", interceptResponse: true });
  }

  wireOverrides({ url, method, headers = this.#carried, postData }: Overrides): object {
    const isTurnedToGet =
      this.redirectedFrom !== null && this.method === "GET" && this.event.request.hasPostData !== true;
    const given = isTurnedToGet ? headers?.filter(({ name }) => name !== "content-type") : headers;
    return {
      ...(url !== undefined && url !== this.url && { url }),
      ...(method !== undefined && method !== this.method && { method }),
      ...(given !== undefined && { headers: applyHeaders(given, this.headers(), { keepsCookie: false }) }),
      ...(postData !== undefined && { postData: postData.toString("base64") }),
    };
  }
}

/** The page's request reaches our stream server across origins, so what it may read has to be named. */
function withExposedHeaders({ status, statusText, headers }: FulfilledResponse): {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderEntry[];
} {
  const names = headers.map(({ name }) => name).join(", ");
  const isSet = names === "" || headerOf(headers, "access-control-expose-headers") !== undefined;
  const exposed = isSet ? headers : [...headers, { name: "access-control-expose-headers", value: names }];
  return { status, statusText, headers: exposed };
}

const FAULTS = /unsafe header|invalid header|invalid http status code or phrase|invalid parameters|invalid url/i;

function isCallersFault(error: unknown): error is Error {
  return (
    error instanceof Error && (error instanceof CdpError || error.name !== "TypeError") && FAULTS.test(error.message)
  );
}
