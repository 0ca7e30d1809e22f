import { type Dispatcher, Dispatcher1Wrapper, getGlobalDispatcher } from "undici";
import type { Backend } from "../backend.ts";
import { createRequest, type Request } from "../chain/request.ts";
import type { Router } from "../chain/router.ts";
import { LazyFetch } from "../fetch/lazy-fetch.ts";
import type { HeaderEntry } from "../http/headers.ts";
import type { InterceptOptions } from "../options.ts";
import { type FetchCall, FetchCalls } from "./fetch-calls.ts";
import { HttpRequests } from "./http-requests.ts";
import { type HeldRequest, type NodeContext, NodePause } from "./node-pause.ts";
import { type DispatchDoor, RoutingDispatcher } from "./routing-dispatcher.ts";
import { isStandingIn, standIn } from "./stand-in.ts";

/** Where undici keeps the dispatcher of the process; Node's own fetch reads the first, undici 8 the second. */
const GLOBAL_DISPATCHERS = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")] as const;

interface Waiting {
  readonly held: HeldRequest;
  readonly call: FetchCall | undefined;
}

/** Routes the requests of this process: global `fetch` and undici at their dispatcher, `http` and `https` at their agents. */
export class NodeBackend implements Backend, NodeContext {
  readonly nodeFetch: LazyFetch;
  readonly #router: Router;
  readonly #options: InterceptOptions;
  readonly #paused = new Map<NodePause, Waiting>();
  readonly #calls = new FetchCalls();
  readonly #http: HttpRequests;
  readonly #door: DispatchDoor;
  readonly #dispatchers = new Map<symbol, Routed>();
  #isClosed = false;

  constructor(router: Router, options: InterceptOptions) {
    this.#router = router;
    this.#options = options;
    this.nodeFetch = new LazyFetch(options.fetch);
    this.#door = {
      callOf: (url, headers) => (this.#isIdle ? undefined : this.#calls.dispatched(url, headers)),
      readsBody: (url) => router.readsBody(url),
      concerns: (url, call) => this.#concerns(url) || (!this.#isIdle && call?.headers !== undefined),
      admit: (held, call) => this.#admit(held, call),
      follows: (call, from, location) => this.#calls.follows(call, from, location),
    };
    // Asking for it makes sure that there is one.
    getGlobalDispatcher();
    this.#routeDispatchers();
    this.#calls.install(() => this.#routeDispatchers());
    this.#http = new HttpRequests({
      readsBody: (url) => router.readsBody(url),
      concerns: (url) => this.#concerns(url),
      admit: (held) => this.#admit(held, undefined),
    });
    this.#http.install();
  }

  get inFlight(): number {
    return this.#paused.size;
  }

  get retained(): number {
    return this.#paused.size;
  }

  async sync(): Promise<void> {
    this.#routeDispatchers();
  }

  replace(): void {
    // There is one process, and nothing that could take over.
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { restore } of this.#dispatchers.values()) restore();
    this.#calls.uninstall();
    this.#http.uninstall();
    for (const [pause, { held }] of this.#paused) await this.#letGo(pause, held);
    await this.nodeFetch.close();
  }

  released(pause: NodePause, headers?: readonly HeaderEntry[]): void {
    const call = this.#paused.get(pause)?.call;
    if (call !== undefined) call.headers = headers;
    this.#paused.delete(pause);
  }

  report(error: unknown, request: Request): void {
    this.#router.report(error, request, undefined);
  }

  async #letGo(pause: NodePause, held: HeldRequest): Promise<void> {
    const request = createRequest(pause);
    if (this.#options.onClose === "abort") await pause.fail("aborted", request);
    else if (!held.isGone) await pause.proceed({}, request, undefined);
  }

  /** A program can set another dispatcher at any time: it is routed as well. */
  #routeDispatchers(): void {
    if (this.#isClosed) return;
    for (const key of GLOBAL_DISPATCHERS) {
      const routed = this.#dispatchers.get(key);
      if (routed !== undefined && isStandingIn(globalThis, key, routed.dispatcher)) continue;
      const next = routeDispatcher(key, this.#door);
      if (next !== undefined) this.#dispatchers.set(key, next);
    }
  }

  get #isIdle(): boolean {
    return this.#isClosed || this.#router.isIdle;
  }

  #concerns(url: string): boolean {
    return !this.#isIdle && this.#router.mayMatch(url);
  }

  #admit(held: HeldRequest, call: FetchCall | undefined): void {
    const isHop = call !== undefined && call.hops > 1;
    const pause = new NodePause(held, this, isHop ? { request: call.last, headers: call.headers } : undefined);
    this.#paused.set(pause, { held, call });
    if (isHop && this.#options.redirects !== "every") {
      const request = this.#router.admitHop(pause);
      call.last = request;
      void pause.proceed({}, request, undefined);
      return;
    }
    const { request, isRouted } = this.#router.admit(pause);
    if (call !== undefined) call.last = request ?? null;
    if (!isRouted) void pause.proceed({}, request ?? createRequest(pause), undefined);
  }
}

interface Routed {
  readonly dispatcher: Dispatcher;
  /** Puts back what was there. */
  readonly restore: () => void;
}

function routeDispatcher(key: symbol, door: DispatchDoor): Routed | undefined {
  const before: unknown = Reflect.get(globalThis, key);
  if (!isDispatcher(before)) return undefined;
  const routing = new RoutingDispatcher(before, door);
  const dispatcher = key === GLOBAL_DISPATCHERS[0] ? new Dispatcher1Wrapper(routing) : routing;
  return { dispatcher, restore: standIn(globalThis, key, dispatcher) };
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === "object" && value !== null && "dispatch" in value;
}
