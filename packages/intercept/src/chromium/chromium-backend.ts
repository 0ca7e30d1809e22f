import type { Backend } from "../backend.ts";
import { createRequest, type Request, requestFailed } from "../chain/request.ts";
import type { RequestInitiator } from "../chain/resource-type.ts";
import type { Router } from "../chain/router.ts";
import { InterceptError } from "../errors.ts";
import { credentialsFor } from "../fetch/fetch-settings.ts";
import { LazyFetch } from "../fetch/lazy-fetch.ts";
import type { ChromiumOptions } from "../options.ts";
import type { ChromiumContext } from "./context.ts";
import { isPreflight, preflightHeaders } from "./cors.ts";
import { Flights } from "./flights.ts";
import { Frames } from "./frames.ts";
import { Handover } from "./handover.ts";
import type { HeldRequest } from "./held-request.ts";
import type { CdpEvent, CdpLink } from "./link.ts";
import { NetworkWatch } from "./network-watch.ts";
import { PatternPush } from "./pattern-push.ts";
import { ChromiumPause } from "./paused.ts";
import type { CdpEvents, RequestPaused } from "./protocol.ts";
import { Responses } from "./responses.ts";
import type { StreamServer } from "./stream-server.ts";
import { type Scope, Targets } from "./targets.ts";

/** What a backend tells beside what handlers see. */
export interface BackendEvents {
  /** The target or the way to it is gone. */
  detached(): void;
  warning(message: string): void;
}

/** Routes the requests of a Chromium through the Fetch domain of the DevTools protocol. */
export class ChromiumBackend implements Backend, ChromiumContext {
  readonly link: CdpLink;
  readonly options: ChromiumOptions;
  readonly flights = new Flights();
  readonly frames = new Frames();
  readonly network = new NetworkWatch();
  readonly nodeFetch: LazyFetch;
  readonly #router: Router;
  readonly #events: BackendEvents;
  readonly #targets: Targets;
  readonly #patterns: PatternPush;
  readonly #responses: Responses;
  readonly #paused = new Set<HeldRequest>();
  /** Challenges that were answered once; a second one means that the credentials are wrong. */
  readonly #challenged = new Set<string>();
  #streams: Promise<StreamServer> | undefined;
  #isGone = false;
  /** From the backend before, and to the next one; both at once when it goes on quickly. */
  #takingOver: Handover | undefined;
  #handingOver: Handover | undefined;

  constructor(link: CdpLink, scope: Scope, router: Router, options: ChromiumOptions, events: BackendEvents) {
    this.link = link;
    this.options = options;
    this.nodeFetch = new LazyFetch(options.fetch);
    this.#router = router;
    this.#events = events;
    this.#targets = new Targets(link, scope, this.frames);
    this.#patterns = new PatternPush(this.#targets, () => [...router.fetchPatterns(), ...this.#authPatterns()]);
    this.#responses = new Responses(this, router, this.#patterns);
    link.listen({ event: (event) => this.#heard(event), closed: () => this.#gone() });
  }

  get inFlight(): number {
    return this.#paused.size;
  }

  get retained(): number {
    return this.#paused.size + this.flights.size + this.#challenged.size + this.network.size;
  }

  async sync(): Promise<void> {
    if (this.#isGone) throw new InterceptError("ERR_TARGET_CLOSED", "route: the target is gone");
    const { network = "auto", cache = "keep" } = this.options;
    // The cache obeys only a session whose Network domain is on.
    const isAsked = this.#router.needsNetwork || (cache === "bypass" && !this.#router.isIdle);
    if (network === "on" || (network === "auto" && isAsked)) {
      this.network.isOn = true;
      this.#targets.enableNetwork();
    }
    if (cache === "bypass") this.#targets.setCacheOff(!this.#router.isIdle);
    try {
      await this.#patterns.sync();
    } catch (cause) {
      throw new InterceptError("ERR_TARGET_CLOSED", "route: the connection dropped", { cause });
    }
  }

  replace(before: Backend): void {
    if (!(before instanceof ChromiumBackend)) return;
    const handover = new Handover();
    this.#takingOver = handover;
    before.#handingOver = handover;
    handover.end(async () => await before.#patterns.release());
  }

  proceeding(pause: HeldRequest): void {
    this.#takingOver?.passed(pause);
  }

  async close(): Promise<void> {
    const code = this.options.onClose === "abort" ? "Fetch.failRequest" : "Fetch.continueRequest";
    const left = [...this.#paused].map((pause) =>
      pause.command(code, code === "Fetch.failRequest" ? { errorReason: "Aborted" } : {}),
    );
    this.#paused.clear();
    // A target may go away at the same moment: then nothing waits there any more.
    if (!this.#isGone) {
      await Promise.allSettled([...left, this.#patterns.release()]);
      await this.#targets.leave();
    }
    this.link.close();
    (await this.#streams)?.close();
    await this.nodeFetch.close();
  }

  streams(): Promise<StreamServer> {
    this.#streams ??= import("./stream-server.ts").then(({ StreamServer }) => new StreamServer());
    return this.#streams;
  }

  initiatorOf(pause: HeldRequest): RequestInitiator {
    return this.#targets.initiatorOf(pause.sessionId, pause.event, this.network.sessionOf(pause.event.networkId));
  }

  cookieSession(sessionId: string | undefined, frameId: string | undefined): string | undefined {
    return this.#targets.cookieSession(sessionId, frameId);
  }

  released(pause: HeldRequest): void {
    this.#paused.delete(pause);
  }

  warn(message: string): void {
    this.#events.warning(message);
  }

  #heard(event: CdpEvent): void {
    const { method, sessionId } = event;
    if (method === "Fetch.requestPaused") this.#requestPaused(event.params, sessionId);
    else if (method === "Fetch.authRequired") this.#challenge(event.params, sessionId);
    else if (method === "Target.attachedToTarget") this.#targets.attached(event.params);
    else if (method === "Target.detachedFromTarget") this.#sessionEnded(event.params.sessionId);
    else {
      const goneId = this.frames.learn(event);
      if (goneId !== undefined) this.#drop((pause) => pause.event.frameId === goneId);
      this.network.learn(event);
    }
  }

  #requestPaused(event: RequestPaused, sessionId: string | undefined): void {
    const { networkId } = event;
    const mustWait = this.#router.needsExactTypes && event.resourceType === "XHR" && networkId !== undefined;
    if (event.responseStatusCode !== undefined || event.responseErrorReason !== undefined) {
      this.#own(this.#responses.paused(event, sessionId));
    } else if (event.redirectedRequestId !== undefined) this.#own(this.#responses.hop(event, sessionId));
    else if (this.network.answerOf(networkId, sessionId) !== undefined) this.#repeat(event, sessionId);
    else if (mustWait) this.network.whenStarted(networkId, () => this.#admit(event, sessionId));
    else this.#admit(event, sessionId);
  }

  /** The network stack started a request anew: it is sent on as before, and handlers do not see it again. */
  #repeat({ requestId, networkId }: RequestPaused, sessionId: string | undefined): void {
    const before = this.network.answerOf(networkId, sessionId);
    const flight = before && this.flights.take(sessionId, before.requestId);
    if (flight !== undefined) this.flights.add(sessionId, requestId, flight);
    this.#own(this.link.send("Fetch.continueRequest", { ...before?.params, requestId }, sessionId));
  }

  #admit(event: RequestPaused, sessionId: string | undefined): void {
    if (event.frameId !== undefined && event.resourceType !== "Document")
      this.#targets.requestedBy(sessionId, event.frameId);
    const pause = new ChromiumPause(this, event, sessionId);
    if (this.#handingOver?.takes(pause)) {
      this.proceeding(pause);
      this.#own(this.link.send("Fetch.continueRequest", { requestId: event.requestId }, sessionId));
      return;
    }
    if (this.#answersItself(pause)) return;
    this.#paused.add(pause);
    const { networkId } = event;
    let request: Request | undefined;
    if (networkId !== undefined && this.network.isOn) {
      this.network.onFailure(networkId, (errorText) => {
        this.#drop((other) => other.networkId === networkId);
        if (request !== undefined) requestFailed(request, errorText);
      });
    }
    const admitted = this.#router.admit(pause);
    request = admitted.request;
    if (admitted.isRouted) return;
    if (request === undefined) {
      this.#paused.delete(pause);
      this.proceeding(pause);
      this.#own(this.link.send("Fetch.continueRequest", { requestId: event.requestId }, sessionId));
    } else this.#own(pause.proceed({}, request, undefined));
  }

  /** Preflights and favicons of routed urls are answered without a handler, as options say. */
  #answersItself(pause: HeldRequest): boolean {
    const { preflight = "fulfill", favicon = "abort" } = this.options;
    const isFavicon = favicon === "abort" && pause.url.endsWith("/favicon.ico");
    const isQuestion = preflight !== "route" && isPreflight(pause.method, pause.headers());
    if (!(isFavicon || isQuestion) || !this.#router.hasUrl(pause)) return false;
    if (isFavicon) this.#own(pause.fail("aborted", createRequest(pause)));
    else if (preflight === "continue") this.#own(pause.command("Fetch.continueRequest", {}));
    else {
      const responseHeaders = preflightHeaders(pause.headers());
      this.#own(pause.command("Fetch.fulfillRequest", { responseCode: 204, responseHeaders }));
    }
    return true;
  }

  #challenge({ requestId, authChallenge }: CdpEvents["Fetch.authRequired"], sessionId: string | undefined): void {
    const key = `${sessionId ?? ""}|${requestId}`;
    const credentials = credentialsFor(this.options.httpCredentials, authChallenge.origin);
    const isSecond = this.#challenged.has(key);
    this.#challenged.delete(key);
    const byDefault = this.options.onAuth === "default" ? "Default" : "CancelAuth";
    const isAnswered = credentials !== undefined && !isSecond;
    if (isAnswered) this.#rememberChallenge(key);
    const authChallengeResponse = isAnswered
      ? { response: "ProvideCredentials", username: credentials.username, password: credentials.password }
      : { response: isSecond ? "CancelAuth" : byDefault };
    this.#own(this.link.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }, sessionId));
  }

  #rememberChallenge(key: string): void {
    const oldest = this.#challenged.size >= 1000 ? this.#challenged.values().next().value : undefined;
    if (oldest !== undefined) this.#challenged.delete(oldest);
    this.#challenged.add(key);
  }

  /** Challenges are told only for requests that match a pattern. */
  #authPatterns(): string[] {
    const { httpCredentials } = this.options;
    if (httpCredentials === undefined || this.#router.isIdle) return [];
    return [httpCredentials].flat().map(({ origin }) => (origin === undefined ? "*" : `${new URL(origin).origin}/*`));
  }

  #sessionEnded(sessionId: string): void {
    if (!this.#targets.detached(sessionId)) return;
    this.#drop((pause) => pause.sessionId === sessionId);
    this.network.endSession(sessionId);
  }

  #drop(isGone: (pause: HeldRequest) => boolean): void {
    for (const pause of this.#paused) if (isGone(pause)) this.#paused.delete(pause);
    this.flights.drop(isGone);
  }

  #gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#paused.clear();
    this.#events.detached();
  }

  /** The request may be gone before its answer arrives: that is no error. */
  #own(work: Promise<unknown>): void {
    work.catch(() => undefined);
  }
}
