import { argumentError, checkFunction, InterceptError } from "../errors.ts";
import { compileUrlPattern, isSamePattern, type UrlPattern } from "../patterns/url-pattern.ts";
import type { Invocation } from "./invocation.ts";
import { Journey, type Match } from "./journey.ts";
import type { PausedRequest } from "./paused-request.ts";
import { createRequest, type Request, wantOutcome } from "./request.ts";
import { RESOURCE_TYPES } from "./resource-type.ts";
import type { Endings, Route } from "./route.ts";
import { RouteEntry, type RouteHandler, type RouteOptions } from "./route-entry.ts";

/** How the chain behaves; see `InterceptOptions`. */
export interface ChainRules {
  readonly baseURL: string | undefined;
  readonly fallbackMatching: "original" | "overridden";
  readonly handlerTimeout: number;
  readonly stallTimeout: number | false;
  readonly onStall: "continue" | "abort" | "stall";
}

/** Sees every request whose url it matches, routed or not. */
export interface Observer {
  readonly fetchPattern: string;
  readonly wants: "response" | "body";
  matches(url: string, request: () => Request): boolean;
  seen(request: Request): void;
}

/** Where the chain tells what went wrong. */
export interface ChainEvents {
  error(event: { readonly error: unknown; readonly route: Route | undefined; readonly request: Request }): void;
  stall(event: { readonly route: Route; readonly request: Request }): void;
  /** A stalled request was let go. */
  released(request: Request): void;
  /** A route ended by itself. */
  routesChanged(): void;
}

/** The registered routes, and the way of requests through them. Knows nothing of browsers. */
export class Router {
  readonly rules: ChainRules;
  readonly #events: ChainEvents;
  /** Replaced, never changed: a request keeps the list it arrived with. */
  #entries: readonly RouteEntry[] = [];
  #observers: readonly Observer[] = [];
  #isClosed = false;
  readonly #counts = { paused: 0, unmatched: 0, routed: 0, settled: 0 };

  constructor(rules: ChainRules, events: ChainEvents) {
    this.rules = rules;
    this.#events = events;
  }

  get counts(): {
    readonly paused: number;
    readonly unmatched: number;
    readonly routed: number;
    readonly settled: number;
  } {
    return this.#counts;
  }

  get isIdle(): boolean {
    return this.#entries.length === 0 && this.#observers.length === 0;
  }

  /** @throws InterceptError `ERR_ROUTE_PATTERN`, `ERR_ROUTE_ARGUMENT` */
  add(pattern: UrlPattern<Request>, handler: RouteHandler, options: RouteOptions): void {
    checkRoute(handler, options);
    const matcher = compileUrlPattern(pattern, this.rules.baseURL);
    this.#entries = [...this.#entries, new RouteEntry(matcher, handler, options)];
  }

  /** Removes all entries that a test accepts, and returns them. */
  remove(isRemoved: (entry: RouteEntry) => boolean): RouteEntry[] {
    const removed = this.#entries.filter(isRemoved);
    for (const entry of removed) entry.isRegistered = false;
    if (removed.length > 0) this.#entries = this.#entries.filter(({ isRegistered }) => isRegistered);
    return removed;
  }

  removeMatching(pattern: UrlPattern<Request>, handler: RouteHandler | undefined): void {
    this.remove(
      (entry) => isSamePattern(entry.matcher.pattern, pattern) && (handler === undefined || entry.handler === handler),
    );
  }

  observe(observer: Observer): void {
    this.#observers = [...this.#observers, observer];
  }

  unobserve(observer: Observer): void {
    this.#observers = this.#observers.filter((other) => other !== observer);
  }

  /** What must be paused, in the Fetch domain's syntax. */
  fetchPatterns(): string[] {
    return [
      ...this.#entries.map(({ matcher }) => matcher.fetchPattern),
      ...this.#observers.map((one) => one.fetchPattern),
    ];
  }

  /** Whether some route tells fetch and XHR apart. */
  get needsExactTypes(): boolean {
    return this.#entries.some(({ resourceTypes }) => resourceTypes?.has("fetch") || resourceTypes?.has("xhr"));
  }

  /** Whether some route or observer may want an url. */
  mayMatch(url: string): boolean {
    return this.#observers.length > 0 || this.#entries.some((entry) => entry.mayMatch(url));
  }

  /** Whether some route that may want an url asked for its body. */
  readsBody(url: string): boolean {
    return this.#entries.some((entry) => entry.readsBody && entry.mayMatch(url));
  }

  /** Whether cancelled requests or exact types are of interest. */
  get needsNetwork(): boolean {
    return this.needsExactTypes || this.#observers.length > 0;
  }

  /** Whether some route has the url of a request, whatever its method. */
  hasUrl(paused: PausedRequest): boolean {
    return this.#entries.some(({ matcher }) => {
      try {
        return matcher.test(paused.url, () => createRequest(paused));
      } catch {
        // A function that throws matches nothing here; its error is told when it decides over a real request.
        return false;
      }
    });
  }

  /**
   * Takes a request, unless it is nobody's business.
   *
   * @returns the request when somebody observes it or a handler has it; `isRouted` tells which
   */
  admit(paused: PausedRequest): { readonly request: Request | undefined; readonly isRouted: boolean } {
    this.#counts.paused += 1;
    let request: Request | undefined;
    const requestOnce = (): Request => {
      request ??= createRequest(paused);
      return request;
    };
    if (this.#observers.length > 0) this.#tellObservers(paused, requestOnce);
    const entries = this.#entries;
    const match = this.nextMatch(paused, entries, entries.length, requestOnce);
    if (match.kind === "match" && match.index < 0) {
      this.#counts.unmatched += 1;
      return { request, isRouted: false };
    }
    this.#counts.routed += 1;
    const journey = new Journey(this, paused, requestOnce(), entries, match.kind === "match" ? match.index : -1);
    if (match.kind === "match") journey.run();
    else {
      this.report(match.error, requestOnce(), undefined);
      this.own(journey.fail("failed"), requestOnce());
    }
    return { request, isRouted: true };
  }

  /** The next registered entry below `from` that matches; -1 when there is none. */
  nextMatch(paused: PausedRequest, entries: readonly RouteEntry[], from: number, request: () => Request): Match {
    const url = this.rules.fallbackMatching === "original" || from === entries.length ? paused.url : request().url();
    try {
      for (let index = from - 1; index >= 0; index -= 1) {
        if (entries[index]?.matches(paused, url, request)) return { kind: "match", index };
      }
      return { kind: "match", index: -1 };
    } catch (error) {
      return { kind: "error", error };
    }
  }

  countRun(entry: RouteEntry): void {
    if (!entry.takeRun().isLast) return;
    this.remove((other) => other === entry);
    this.#events.routesChanged();
  }

  countSettled(): void {
    this.#counts.settled += 1;
  }

  report(error: unknown, request: Request, route: Route | undefined): void {
    this.#events.error({ error, route, request });
  }

  own(work: Promise<void>, request: Request): void {
    work.catch((error: unknown) => this.report(error, request, undefined));
  }

  /** A handler came to its end, or its time, and nobody has the request. */
  stalled({ route, request }: Invocation): void {
    this.#events.stall({ route, request });
  }

  release(invocation: Invocation, endings: Endings): void {
    const { request } = invocation;
    if (this.rules.onStall === "stall" || this.#isClosed || !invocation.isOpen) return;
    invocation.revoke();
    this.#events.released(request);
    this.own(this.rules.onStall === "continue" ? endings.proceed({}) : endings.fail("failed"), request);
  }

  close(): void {
    this.#isClosed = true;
    this.remove(() => true);
    this.#observers = [];
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  refuseWhenClosed(method: string, url: string): void {
    if (!this.#isClosed) return;
    throw new InterceptError("ERR_TARGET_CLOSED", `${method}: the interceptor is closed (${url})`, { url });
  }

  /** Shows a redirect hop, which no handler sees, to the observers. */
  admitHop(paused: PausedRequest): Request {
    const request = createRequest(paused);
    this.#tellObservers(paused, () => request);
    return request;
  }

  #tellObservers(paused: PausedRequest, request: () => Request): void {
    for (const observer of this.#observers) {
      try {
        if (!observer.matches(paused.url, request)) continue;
      } catch (error) {
        // The request is none the worse for a function of whoever looks on.
        this.report(error, request(), undefined);
        continue;
      }
      wantOutcome(request(), observer.wants);
      observer.seen(request());
    }
  }
}

function checkRoute(handler: unknown, { times, resourceTypes, methods }: RouteOptions): void {
  checkFunction("route", handler, "handler");
  if (times !== undefined && !(Number.isInteger(times) && times > 0)) {
    throw argumentError("route", "times", "must be a whole number above 0");
  }
  if (methods !== undefined && !isListOf(methods, (name) => typeof name === "string")) {
    throw argumentError("route", "methods", "must be a list of names");
  }
  if (
    resourceTypes !== undefined &&
    !isListOf(resourceTypes, (type) => RESOURCE_TYPES.some((known) => known === type))
  ) {
    throw argumentError("route", "resourceTypes", `must be a list of ${RESOURCE_TYPES.join(", ")}`);
  }
}

function isListOf(value: unknown, isOne: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
