import { EventEmitter } from "node:events";
import type { Backend } from "./backend.ts";
import type { Request } from "./chain/request.ts";
import type { Route } from "./chain/route.ts";
import type { RouteEntry, RouteHandler, RouteOptions } from "./chain/route-entry.ts";
import { type ChainEvents, Router } from "./chain/router.ts";
import type { ChromiumTarget } from "./chromium/open-target.ts";
import { argumentError, InterceptError } from "./errors.ts";
import { readHar } from "./har/har-file.ts";
import { HarRecorder } from "./har/har-recorder.ts";
import { harHandler } from "./har/har-replay.ts";
import type { InterceptOptions } from "./options.ts";
import { compileUrlPattern, type UrlPattern } from "./patterns/url-pattern.ts";
import { RequestLog } from "./request-log.ts";

/** What `interceptor.on` tells. */
export interface InterceptorEvents {
  /** A handler or matcher threw; the request failed, or went on when it had been passed on before. */
  error: { readonly error: unknown; readonly route: Route | undefined; readonly request: Request };
  /** A handler ended, or its time did, and the route is not settled. */
  stall: { readonly route: Route; readonly request: Request };
  /** The target or the connection to it is gone. */
  detach: undefined;
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

/** Opens another target for the same routes. */
export type TargetOpener = (target: ChromiumTarget) => Promise<BackendFactory>;

let create: (options: InterceptOptions, makeBackend: BackendFactory, open?: TargetOpener) => Interceptor;

/**
 * The routes over one target: a page, a browser, or this process.
 *
 * @see spec 3, Route
 */
export class Interceptor {
  static {
    create = (options, makeBackend, open) => new Interceptor(options, makeBackend, open);
  }

  readonly #router: Router;
  #backend: Backend;
  readonly #retired: Backend[] = [];
  readonly #open: TargetOpener | undefined;
  readonly #emitter = new EventEmitter<{ [Name in keyof InterceptorEvents]: [InterceptorEvents[Name]] }>();
  /** What has to be finished before the end: recordings, logs. */
  readonly #finishers = new Set<() => Promise<void>>();
  #closing: Promise<void> | undefined;

  private constructor(options: InterceptOptions, makeBackend: BackendFactory, open: TargetOpener | undefined) {
    this.#router = new Router(rulesOf(options), this.#chainEvents());
    this.#open = open;
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
    if (this.#open === undefined) throw argumentError("attach", "target", "this process is the only target");
    const next = this.#start(await this.#open(target));
    next.replace(this.#backend);
    if (!this.#router.isIdle) await next.sync();
    this.#retired.push(this.#backend);
    this.#backend = next;
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
    await this.#backend.sync();
    const dispose = async (): Promise<void> => await this.unroute(pattern, handler);
    return { dispose, [Symbol.asyncDispose]: dispose };
  }

  /**
   * Answers from a HAR file, or records one with `update`, which is written at `close()` or `dispose()`.
   *
   * @throws InterceptError `ERR_HAR`, `ERR_ROUTE_PATTERN`, `ERR_TARGET_CLOSED`
   */
  async routeFromHAR(path: string, options: HarOptions = {}): Promise<RouteRegistration> {
    this.#refuseWhenClosed("routeFromHAR");
    if (!options.update)
      return await this.route(options.url, harHandler(await readHar(path), options.notFound ?? "abort"));
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
    await this.#backend.sync();
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
    await this.#backend.sync();
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
      throw argumentError("unrouteAll", "behavior", `behavior is one of ${UNROUTE_BEHAVIORS.join(", ")}`);
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

  /** Lets go of everything; a session or browser that was given stays open. Repeatable. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    for (const finish of [...this.#finishers]) await finish();
    this.#router.close();
    for (const backend of [...this.#retired, this.#backend]) await backend.close();
  }

  #start(makeBackend: BackendFactory): Backend {
    const backend: Backend = makeBackend(this.#router, {
      detached: () => {
        if (backend === this.#backend) this.#emitter.emit("detach", undefined);
      },
      warning: (message) => this.#emitter.emit("warning", { message }),
    });
    return backend;
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

  #chainEvents(): ChainEvents {
    return {
      error: (event) => {
        if (this.#emitter.listenerCount("error") > 0) this.#emitter.emit("error", event);
        // Nobody listens: the error must not be lost.
        else void Promise.reject(event.error);
      },
      stall: (event) => {
        if (this.#emitter.listenerCount("stall") > 0) this.#emitter.emit("stall", event);
        else process.emitWarning(`A handler left the route of ${event.request.url()} unsettled.`, "InterceptWarning");
      },
      routesChanged: () => void this.#syncQuietly(),
    };
  }
}

const UNROUTE_BEHAVIORS = ["default", "wait", "ignoreErrors"] as const;
export type UnrouteBehavior = (typeof UNROUTE_BEHAVIORS)[number];

function rulesOf(options: InterceptOptions): Router["rules"] {
  return {
    baseURL: options.baseURL,
    fallbackMatching: options.fallbackMatching ?? "original",
    handlerTimeout: options.handlerTimeout ?? 0,
    onStall: options.onStall ?? "stall",
  };
}

export function createInterceptor(
  options: InterceptOptions,
  makeBackend: BackendFactory,
  open?: TargetOpener,
): Interceptor {
  return create(options, makeBackend, open);
}
