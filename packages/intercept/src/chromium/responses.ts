import { netError } from "../abort-codes.ts";
import { createRequest, requestAnswered, requestFailed, wantedOutcome } from "../chain/request.ts";
import type { Router } from "../chain/router.ts";
import { InterceptError } from "../errors.ts";
import { redirectsError } from "../fetch/fetch-plan.ts";
import { redirectLocation } from "../fetch/redirect-rules.ts";
import { createAPIResponse } from "../http/api-response.ts";
import { editHead, type ResponseHead } from "../http/response.ts";
import type { ChromiumContext } from "./context.ts";
import type { Flight } from "./flights.ts";
import { ask } from "./link.ts";
import type { PatternPush } from "./pattern-push.ts";
import { ChromiumPause } from "./paused.ts";
import type { RequestPaused } from "./protocol.ts";

/** Requests that were sent on and come back: with a response, an error, or as the next hop of a redirect. */
export class Responses {
  readonly #context: ChromiumContext;
  readonly #router: Router;
  readonly #patterns: PatternPush;

  constructor(context: ChromiumContext, router: Router, patterns: PatternPush) {
    this.#context = context;
    this.#router = router;
    this.#patterns = patterns;
  }

  /** A pause at the response stage. */
  async paused(event: RequestPaused, sessionId: string | undefined): Promise<void> {
    const flight = this.#context.flights.take(sessionId, event.requestId);
    if (flight === undefined) return await this.#send("Fetch.continueResponse", event, sessionId);
    if (event.responseErrorReason !== undefined) return await this.#failed(flight, event, sessionId);
    const head = headOf(event);
    const location = redirectLocation(head.status, head.headers);
    if (location !== undefined && flight.streamed === undefined && !this.#isLastHop(flight)) {
      return await this.#redirected(flight, head, location, event, sessionId);
    }
    if (flight.browserFetch !== undefined) return await this.#hold(flight, head, event, sessionId);
    await this.#finish(flight, head, event, sessionId);
  }

  /** A pause at the request stage that a redirect led to. Handlers see it only with `redirects: "every"`. */
  async hop(event: RequestPaused, sessionId: string | undefined): Promise<void> {
    const flight = this.#context.flights.take(sessionId, event.redirectedRequestId ?? "");
    if (flight?.browserFetch !== undefined) return await this.#fetchHop(flight, event, sessionId);
    const from = { request: flight?.request ?? null, headers: flight?.headers };
    const pause = new ChromiumPause(this.#context, event, sessionId, from);
    if (this.#context.options.redirects === "every" || flight?.isRestart === true) {
      const { request, isRouted } = this.#router.admit(pause);
      if (!isRouted) await pause.proceed({}, request ?? createRequest(pause), undefined);
      return;
    }
    const isObserved = flight !== undefined && wantedOutcome(flight.request).response;
    const request = isObserved ? this.#router.admitHop(pause) : flight === undefined ? undefined : createRequest(pause);
    if (request === undefined) await this.#send("Fetch.continueRequest", event, sessionId);
    else await pause.proceed({}, request, flight?.edit);
  }

  #isLastHop({ browserFetch }: Flight): boolean {
    return browserFetch?.maxRedirects === 0;
  }

  async #redirected(
    flight: Flight,
    head: ResponseHead,
    location: string,
    event: RequestPaused,
    sessionId: string | undefined,
  ): Promise<void> {
    const { browserFetch } = flight;
    if (browserFetch !== undefined && browserFetch.redirectsLeft === 0) {
      browserFetch.reject(redirectsError({ url: flight.pause.url, maxRedirects: browserFetch.maxRedirects }));
      return;
    }
    if (browserFetch !== undefined) browserFetch.redirectsLeft -= 1;
    requestAnswered(flight.request, head);
    const next = URL.parse(location, event.request.url);
    this.#context.flights.add(sessionId, event.requestId, flight);
    const forget = next === null ? undefined : await this.#patterns.addExact(next);
    await this.#send("Fetch.continueResponse", event, sessionId);
    forget?.();
  }

  async #fetchHop(flight: Flight, event: RequestPaused, sessionId: string | undefined): Promise<void> {
    flight.pause.requestId = event.requestId;
    this.#context.flights.add(sessionId, event.requestId, flight);
    const hop = new ChromiumPause(this.#context, event, sessionId, { request: null, headers: flight.headers });
    await flight.pause.command("Fetch.continueRequest", { ...hop.wireOverrides({}), interceptResponse: true });
  }

  async #failed(flight: Flight, event: RequestPaused, sessionId: string | undefined): Promise<void> {
    const { responseErrorReason: reason = "Failed" } = event;
    const { pause, request, streamed, browserFetch } = flight;
    if (streamed !== undefined && (await this.#sendWhole(flight, streamed, event, sessionId))) return;
    requestFailed(request, netError(reason));
    if (browserFetch === undefined) return await this.#send("Fetch.continueRequest", event, sessionId);
    const message = `route.fetch: ${pause.url} failed: ${reason}`;
    browserFetch.reject(new InterceptError("ERR_FETCH_NETWORK", message, { url: pause.url, attempts: 1, reason }));
  }

  /** A page that may not reach this machine's own network gets the stream's whole body instead. */
  async #sendWhole(
    { request }: Flight,
    { head, url }: NonNullable<Flight["streamed"]>,
    event: RequestPaused,
    sessionId: string | undefined,
  ): Promise<boolean> {
    const body = (await this.#context.streams()).withdraw(url);
    if (body === undefined) return false;
    this.#context.warn(
      `route.fulfill: the browser refuses a streamed body for ${event.request.url}; it is sent at its end`,
    );
    const bytes = Buffer.concat(await Array.fromAsync(body));
    await this.#send("Fetch.fulfillRequest", event, sessionId, {
      responseCode: head.status,
      responsePhrase: head.statusText,
      responseHeaders: head.headers,
      body: bytes.toString("base64"),
    });
    requestAnswered(request, head);
    return true;
  }

  async #hold(flight: Flight, head: ResponseHead, event: RequestPaused, sessionId: string | undefined): Promise<void> {
    if (flight.pause.isAnswered) return await this.#send("Fetch.continueResponse", event, sessionId);
    const body = await this.#readBody(event, sessionId);
    const url = event.request.url;
    const isClosed = (): boolean => this.#router.isClosed;
    flight.browserFetch?.resolve(createAPIResponse({ ...head, url, body: body ?? Buffer.alloc(0), isClosed }));
    requestAnswered(flight.request, head, body);
  }

  async #finish(
    flight: Flight,
    head: ResponseHead,
    event: RequestPaused,
    sessionId: string | undefined,
  ): Promise<void> {
    const { request, streamed, edit } = flight;
    const isBodyWanted = streamed === undefined && wantedOutcome(request).body && !isEndless(head);
    const body = isBodyWanted ? await this.#readBody(event, sessionId) : undefined;
    const refused = (error: unknown): void => this.#router.report(error, request, undefined);
    const change = streamed?.head ?? (edit && editHead(edit, head, refused));
    await this.#send("Fetch.continueResponse", event, sessionId, change && wireHead(change));
    requestAnswered(request, change ?? head, body);
  }

  async #readBody(event: RequestPaused, sessionId: string | undefined): Promise<Buffer | undefined> {
    try {
      const { requestId } = event;
      const { body, base64Encoded } = await ask(this.#context.link, "Fetch.getResponseBody", { requestId }, sessionId);
      return Buffer.from(body, base64Encoded ? "base64" : "utf8");
    } catch {
      // The request was cancelled meanwhile, or has no body to give.
      return undefined;
    }
  }

  async #send(
    method: string,
    { requestId }: RequestPaused,
    sessionId: string | undefined,
    params: object = {},
  ): Promise<void> {
    try {
      await this.#context.link.send(method, { requestId, ...params }, sessionId);
    } catch {
      // The request is gone; nobody waits for this answer.
    }
  }
}

function headOf({
  responseStatusCode = 0,
  responseStatusText = "",
  responseHeaders = [],
}: RequestPaused): ResponseHead {
  return { status: responseStatusCode, statusText: responseStatusText, headers: responseHeaders };
}

function wireHead({ status, statusText, headers }: ResponseHead): object {
  return { responseCode: status, ...(statusText !== "" && { responsePhrase: statusText }), responseHeaders: headers };
}

/** A body without an end must not be waited for. */
function isEndless({ headers }: ResponseHead): boolean {
  return headers.some(
    ({ name, value }) => name.toLowerCase() === "content-type" && value.startsWith("text/event-stream"),
  );
}
