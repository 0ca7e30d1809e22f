import type { UrlMatcher } from "../patterns/url-pattern.ts";
import type { PausedRequest } from "./paused-request.ts";
import type { Request } from "./request.ts";
import type { ResourceType } from "./resource-type.ts";
import type { Route } from "./route.ts";

/** Decides over one request. The next handler starts when this one called `fallback` and has returned. */
export type RouteHandler = (route: Route, request: Request) => unknown;

/** Narrows a route before its handler runs. */
export interface RouteOptions {
  /** The route is gone after so many runs. Default: never. */
  readonly times?: number | undefined;
  /** Upper- or lower-case. Default: all. */
  readonly methods?: readonly string[] | undefined;
  readonly resourceTypes?: readonly ResourceType[] | undefined;
  /** In Node: reads streaming bodies of up to 64 MB before handlers run. Default false: they are passed on unread. */
  readonly readsBody?: boolean | undefined;
}

/** One registered route. */
export class RouteEntry {
  readonly matcher: UrlMatcher<Request>;
  readonly handler: RouteHandler;
  readonly resourceTypes: ReadonlySet<string> | undefined;
  readonly readsBody: boolean;
  isRegistered = true;
  /** Set by `unrouteAll({ behavior: "ignoreErrors" })`: what running handlers throw is swallowed. */
  ignoresErrors = false;
  readonly #methods: ReadonlySet<string> | undefined;
  #runsLeft: number;
  readonly #running = new Set<object>();
  #waiting: (() => void)[] = [];

  constructor(matcher: UrlMatcher<Request>, handler: RouteHandler, options: RouteOptions) {
    const { times, methods, resourceTypes, readsBody = false } = options;
    this.matcher = matcher;
    this.handler = handler;
    this.readsBody = readsBody;
    this.#runsLeft = times ?? Number.POSITIVE_INFINITY;
    this.#methods = methods && new Set(methods.map((method) => method.toUpperCase()));
    this.resourceTypes = resourceTypes && new Set(resourceTypes);
  }

  /** Whether it may want an url; a function is asked only when the request is known. */
  mayMatch(url: string): boolean {
    return typeof this.matcher.pattern === "function" || this.matcher.test(url, unasked);
  }

  matches(paused: PausedRequest, url: string, request: () => Request): boolean {
    if (!this.isRegistered) return false;
    if (this.#methods !== undefined && !this.#methods.has(paused.method)) return false;
    if (this.resourceTypes !== undefined && !this.resourceTypes.has(paused.resourceType())) return false;
    return this.matcher.test(url, request);
  }

  /** Counts a run before it begins, so that parallel requests never exceed `times`. */
  takeRun(): { isLast: boolean } {
    this.#runsLeft -= 1;
    return { isLast: this.#runsLeft <= 0 };
  }

  runBegan(run: object): void {
    this.#running.add(run);
  }

  /** Also for a run whose route method was refused: nobody waits for it any more. */
  runEnded(run: object): void {
    this.#running.delete(run);
    if (this.#running.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async idle(): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

function unasked(): never {
  throw new TypeError("Only a function asks for the request.");
}
