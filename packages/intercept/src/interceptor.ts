import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Backend } from "./backend.ts";
import type { Request } from "./chain/request.ts";
import type { Route } from "./chain/route.ts";
import type { RouteEntry, RouteHandler, RouteOptions } from "./chain/route-entry.ts";
import { type ChainEvents, Router } from "./chain/router.ts";
import type { ChromiumTarget } from "./chromium/open-target.ts";
import { argumentError, InterceptError } from "./errors.ts";
import type { InterceptOptions } from "./options.ts";
import { compileUrlPattern, type UrlPattern } from "./patterns/url-pattern.ts";
import { RequestLog } from "./request-log.ts";
import { timerMs } from "./time-limit.ts";

/** What `interceptor.on` tells. */
export interface InterceptorEvents {
  /** A handler or matcher threw; the request failed, or went on when it had been passed on before. */
  error: { readonly error: unknown; readonly route: Route | undefined; readonly request: Request };
  /** A handler ended, or its time did, and the route is not settled. It may be until `stallTimeout`. */
  stall: { readonly route: Route; readonly request: Request };
  /** The target or the connection to it is gone, for good as far as can be told. */
  detach: undefined;
  /** A connection of our own had broken and stands again. What was asked for meanwhile was not routed. */
  reconnect: undefined;
  /** Something works in a lesser way than asked for. */
  warning: { readonly message: string };
}

/** Removes a route, also at the end of an `await using` block. */
export interface RouteRegistration extends AsyncDisposable {
  dispose(): Promise<void>;
}

/** Counters since the start, and what is held now. */
export interface InterceptorStats {
  /** Requests that crossed the wire. */
  readonly paused: number;
  readonly unmatched: number;
  readonly routed: number;
  readonly settled: number;
  /** Requests that wait for a handler. */
  readonly inFlight: number;
  /** Entries of internal tables. */
  readonly retained: number;
}

/** How a HAR file is used. */
export interface HarOptions {
  /** What is answered or recorded. Default: everything. */
  readonly url?: UrlPattern<Request>;
  /** What happens to requests that are not in the file. Default `abort`. */
  readonly notFound?: "abort" | "fallback" | undefined;
  /** Records instead of answering. */
  readonly update?: boolean | undefined;
  /** Leaves credentials and cookies out of what is recorded. Default true. */
  readonly redact?: boolean | undefined;
}

/** Builds the backend that an interceptor works on. */
export type BackendFactory = (router: Router, signals: BackendSignals) => Backend;

interface BackendSignals {
  detached(): void;
  warning(message: string): void;
}

/** Where an interceptor's target is, and how one is opened for the same routes. */
interface Place {
  readonly target: ChromiumTarget;
  open(target: ChromiumTarget): Promise<BackendFactory>;
}

let create: (options: InterceptOptions, makeBackend: BackendFactory, place?: Place) => Interceptor;

/** How long after a connection broke it is tried again, in turn. */
const RECONNECT_AFTER_MS = [0, 100, 500];

/** Connections before, which may still have requests in handlers. */
const MAX_RETIRED = 8;

/**
 * The routes over one target: a page, a browser, or this process.
 *
 * @see spec 3, Route
 */
export class Interceptor {
  static {
    create = (options, makeBackend, place) => new Interceptor(options, makeBackend, place);
  }

  readonly #router: Router;
  #backend: Backend;
  readonly #retired: Backend[] = [];
  #place: Place | undefined;
  #reconnecting: Promise<void> | undefined;
  readonly #emitter = new EventEmitter<{ [Name in keyof InterceptorEvents]: [InterceptorEvents[Name]] }>();
  /** What has to be finished before the end: recordings, logs. */
  readonly #finishers = new Set<() => Promise<void>>();
  #closing: Promise<void> | undefined;

  private constructor(options: InterceptOptions, makeBackend: BackendFactory, place: Place | undefined) {
    this.#router = new Router(rulesOf(options), this.#chainEvents());
    this.#place = place;
    this.#backend = this.#start(makeBackend);
  }

  /**
   * Moves all routes to another target or connection, also after `detach`. Requests that wait are still answered on the
   * old one; none is lost or routed twice on the way.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT` in Node or for no target, `ERR_TARGET_CLOSED`
   */
  async attach(target: ChromiumTarget): Promise<void> {
    this.#refuseWhenClosed("attach");
    if (this.#place === undefined) throw argumentError("attach", "target", "is always this process");
    await this.#reconnecting;
    await this.#move({ ...this.#place, target });
  }

  /**
   * Routes what matches. The last registered route comes first.
   *
   * @returns once the browser has acknowledged
   * @throws InterceptError `ERR_ROUTE_PATTERN`, `ERR_ROUTE_ARGUMENT`, `ERR_TARGET_CLOSED`
   */
  async route(
    pattern: UrlPattern<Request>,
    handler: RouteHandler,
    options: RouteOptions = {},
  ): Promise<RouteRegistration> {
    this.#refuseWhenClosed("route");
    this.#router.add(pattern, handler, options);
    await this.#sync();
    const dispose = async (): Promise<void> => await this.unroute(pattern, handler);
    return { dispose, [Symbol.asyncDispose]: dispose };
  }

  /**
   * Answers from a HAR file, or records one with `update`, which is written at `close()` or `dispose()`.
   *
   * @throws InterceptError `ERR_HAR`, `ERR_ROUTE_ARGUMENT`, `ERR_ROUTE_PATTERN`, `ERR_TARGET_CLOSED`
   */
  async routeFromHAR(path: string, options: HarOptions = {}): Promise<RouteRegistration> {
    this.#refuseWhenClosed("routeFromHAR");
    const { notFound = "abort", update = false } = options;
    if (!NOT_FOUND.includes(notFound)) {
      throw argumentError("routeFromHAR", "notFound", `is one of ${NOT_FOUND.join(", ")}`);
    }
    if (!update) {
      const { harHandler } = await import("./har/har-replay.ts");
      return await this.route(options.url, await harHandler(path, notFound));
    }
    const { HarRecorder } = await import("./har/har-recorder.ts");
    const matcher = compileUrlPattern(options.url, this.#router.rules.baseURL);
    const recorder = new HarRecorder(path, matcher, { keepsSecrets: options.redact === false });
    const finish = async (): Promise<void> => {
      if (!this.#finishers.delete(finish)) return;
      this.#router.unobserve(recorder);
      await this.#syncQuietly();
      await recorder.write();
    };
    this.#finishers.add(finish);
    this.#router.observe(recorder);
    await this.#sync();
    return { dispose: finish, [Symbol.asyncDispose]: finish };
  }

  /**
   * Every request that matches, as it finishes, whoever answers it.
   *
   * @returns once the browser has acknowledged
   */
  async requests(pattern?: UrlPattern<Request>): Promise<RequestLog> {
    this.#refuseWhenClosed("requests");
    const matcher = compileUrlPattern(pattern, this.#router.rules.baseURL);
    const log: RequestLog = new RequestLog(matcher, async () => {
      this.#finishers.delete(end);
      this.#router.unobserve(log);
      await this.#syncQuietly();
    });
    const end = async (): Promise<void> => log.end();
    this.#finishers.add(end);
    this.#router.observe(log);
    await this.#sync();
    return log;
  }

  /** Removes the routes of an equal pattern, all or those of one handler. Running handlers go on. */
  async unroute(pattern: UrlPattern<Request>, handler?: RouteHandler): Promise<void> {
    this.#router.removeMatching(pattern, handler);
    await this.#syncQuietly();
  }

  /**
   * Removes every route.
   *
   * @param options - `wait` resolves when running handlers have finished; `ignoreErrors` swallows what they throw
   */
  async unrouteAll({ behavior = "default" }: { readonly behavior?: UnrouteBehavior } = {}): Promise<void> {
    if (!UNROUTE_BEHAVIORS.includes(behavior)) {
      throw argumentError("unrouteAll", "behavior", `is one of ${UNROUTE_BEHAVIORS.join(", ")}`);
    }
    const removed = this.#router.remove(() => true);
    if (behavior === "ignoreErrors") for (const entry of removed) entry.ignoresErrors = true;
    await this.#syncQuietly();
    if (behavior === "wait") await Promise.all(removed.map(async (entry: RouteEntry) => await entry.idle()));
  }

  on<Name extends keyof InterceptorEvents>(name: Name, listener: (event: InterceptorEvents[Name]) => void): this {
    this.#emitter.on(name, listener as never);
    return this;
  }

  off<Name extends keyof InterceptorEvents>(name: Name, listener: (event: InterceptorEvents[Name]) => void): this {
    this.#emitter.off(name, listener as never);
    return this;
  }

  stats(): InterceptorStats {
    const { inFlight, retained } = this.#backend;
    return { ...this.#router.counts, inFlight, retained };
  }

  /**
   * Lets go of everything; a session or browser that was given stays open. Repeatable.
   *
   * @throws InterceptError `ERR_HAR` when a recording cannot be written; all is let go then too
   */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    const finished = await Promise.allSettled([...this.#finishers].map(async (finish) => await finish()));
    this.#router.close();
    for (const backend of [...this.#retired, this.#backend]) await backend.close();
    // A recording that could not be written is told when nothing is held any more.
    for (const outcome of finished) if (outcome.status === "rejected") throw outcome.reason;
  }

  #start(makeBackend: BackendFactory): Backend {
    const backend: Backend = makeBackend(this.#router, {
      detached: () => {
        if (backend === this.#backend) this.#lost(backend);
      },
      warning: (message) => this.#tell("warning", { message }),
    });
    return backend;
  }

  async #move(place: Place): Promise<void> {
    const next = this.#start(await place.open(place.target));
    try {
      next.replace(this.#backend);
      if (!this.#router.isIdle) await next.sync();
      this.#refuseWhenClosed("attach");
    } catch (error) {
      await next.close();
      throw error;
    }
    this.#retired.push(this.#backend);
    this.#place = place;
    this.#backend = next;
    if (this.#retired.length > MAX_RETIRED) await this.#retired.shift()?.close();
  }

  /** Only what we opened ourselves can be opened again. */
  #lost(broken: Backend): void {
    const place = this.#place;
    if (typeof place?.target !== "string") {
      this.#tell("detach", undefined);
      return;
    }
    this.#reconnecting = this.#reconnect(place).then((isBack) => {
      this.#reconnecting = undefined;
      if (isBack) this.#tell("reconnect", undefined);
      else if (this.#backend === broken && this.#closing === undefined) this.#tell("detach", undefined);
    });
  }

  async #reconnect(place: Place): Promise<boolean> {
    for (const delayMs of RECONNECT_AFTER_MS) {
      await sleep(delayMs, undefined, { ref: false });
      if (this.#closing !== undefined) return false;
      try {
        await this.#move(place);
        return true;
      } catch {
        // A page that was closed refuses; one whose connection alone broke does not.
      }
    }
    return false;
  }

  async #sync(): Promise<void> {
    await this.#reconnecting;
    const backend = this.#backend;
    try {
      await backend.sync();
    } catch (error) {
      await this.#reconnecting;
      // The next connection was told of all routes.
      if (this.#backend === backend) throw error;
    }
  }

  /** Fewer routes never fail: at worst the target is gone, and with it what was routed. */
  async #syncQuietly(): Promise<void> {
    if (this.#closing !== undefined) return;
    await this.#backend.sync().catch(() => undefined);
  }

  #refuseWhenClosed(method: string): void {
    if (this.#closing !== undefined)
      throw new InterceptError("ERR_TARGET_CLOSED", `${method}: the interceptor is closed`);
  }

  /** What a listener throws is its own affair: no request may hang on it. */
  #tell<Name extends keyof InterceptorEvents>(name: Name, event: InterceptorEvents[Name]): void {
    try {
      this.#emitter.emit<keyof InterceptorEvents>(name, event as never);
    } catch (error) {
      void Promise.reject(error);
    }
  }

  #chainEvents(): ChainEvents {
    return {
      error: (event) => {
        if (this.#emitter.listenerCount("error") > 0) this.#tell("error", event);
        // Nobody listens: the error must not be lost.
        else void Promise.reject(event.error);
      },
      stall: (event) => this.#tell("stall", event),
      released: (request) => {
        if (this.#emitter.listenerCount("stall") > 0) return;
        process.emitWarning(`No handler answered ${request.url()}: it was let go.`, "InterceptWarning");
      },
      routesChanged: () => void this.#syncQuietly(),
    };
  }
}

const NOT_FOUND = ["abort", "fallback"] as const;
const UNROUTE_BEHAVIORS = ["default", "wait", "ignoreErrors"] as const;
export type UnrouteBehavior = (typeof UNROUTE_BEHAVIORS)[number];

function rulesOf(options: InterceptOptions): Router["rules"] {
  const { handlerTimeout = 0, stallTimeout = 30_000 } = options;
  return {
    baseURL: options.baseURL,
    fallbackMatching: options.fallbackMatching ?? "original",
    handlerTimeout: timerMs(handlerTimeout),
    stallTimeout: stallTimeout === false ? false : timerMs(stallTimeout),
    onStall: options.onStall ?? "continue",
  };
}

export function createInterceptor(options: InterceptOptions, makeBackend: BackendFactory, place?: Place): Interceptor {
  return create(options, makeBackend, place);
}
