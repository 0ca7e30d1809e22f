import type { AbortCode } from "../abort-codes.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { Overrides } from "../http/overrides.ts";
import type { FulfilledResponse, ResponseEditor } from "../http/response.ts";
import { Invocation } from "./invocation.ts";
import type { PausedRequest } from "./paused-request.ts";
import { addOverrides, overridesOf, type Request, requestSent } from "./request.ts";
import type { Endings, Route } from "./route.ts";
import type { RouteEntry } from "./route-entry.ts";

export type Match =
  | { readonly kind: "match"; readonly index: number }
  | { readonly kind: "error"; readonly error: unknown };

/** Where a journey asks for the next handler and tells what happened. */
interface Guide {
  readonly rules: { readonly handlerTimeout: number; readonly stallTimeout: number | false };
  /** @throws InterceptError `ERR_TARGET_CLOSED` */
  refuseWhenClosed(method: string, url: string): void;
  nextMatch(paused: PausedRequest, entries: readonly RouteEntry[], from: number, request: () => Request): Match;
  countRun(entry: RouteEntry): void;
  countSettled(): void;
  report(error: unknown, request: Request, route: Route | undefined): void;
  /** Owns a promise of the chain's own: what goes wrong in it is told. */
  own(work: Promise<void>, request: Request): void;
  stalled(invocation: Invocation): void;
  /** Takes a stalled request from its handler, as the rule says. */
  release(invocation: Invocation, endings: Endings): void;
}

/** The way of one request through the handlers, from the last registered to the first. */
export class Journey implements Endings {
  readonly request: Request;
  readonly #guide: Guide;
  readonly #paused: PausedRequest;
  readonly #entries: readonly RouteEntry[];
  #index: number;
  #timer: NodeJS.Timeout | undefined;
  /** The handler whose fallback was called while it was still running. */
  #running: Invocation | undefined;

  constructor(guide: Guide, paused: PausedRequest, request: Request, entries: readonly RouteEntry[], index: number) {
    this.#guide = guide;
    this.#paused = paused;
    this.request = request;
    this.#entries = entries;
    this.#index = index;
  }

  get originalUrl(): string {
    return this.#paused.url;
  }

  /** Runs the handler at the current place, which matches. */
  run(): void {
    const entry = this.#entries[this.#index];
    if (entry === undefined) {
      this.#end();
      return;
    }
    this.#guide.countRun(entry);
    const invocation = new Invocation(this, entry);
    this.#running = invocation;
    entry.runBegan(invocation);
    this.#watchTime(this.#guide.rules.handlerTimeout || false, () => this.#expired(invocation));
    try {
      const result: unknown = entry.handler(invocation.route, this.request);
      if (isThenable(result)) {
        result.then(
          () => this.#returned(invocation),
          (error: unknown) => this.#threw(invocation, error),
        );
      } else this.#returned(invocation);
    } catch (error) {
      this.#threw(invocation, error);
    }
  }

  override(overrides: Overrides): void {
    addOverrides(this.request, overrides);
  }

  refuseWhenClosed(method: string): void {
    this.#guide.refuseWhenClosed(method, this.originalUrl);
  }

  async proceed(overrides: Overrides, edit?: ResponseEditor): Promise<void> {
    const before = overridesOf(this.request);
    addOverrides(this.request, overrides);
    const sending = this.#paused.proceed({ ...before, ...overrides }, this.request, edit);
    requestSent(this.request);
    await sending;
    this.#settled();
  }

  async fail(code: AbortCode): Promise<void> {
    await this.#paused.fail(code, this.request);
    this.#settled();
  }

  async fulfill(response: FulfilledResponse): Promise<void> {
    await this.#paused.fulfill(response, this.request);
    this.#settled();
  }

  async fetch(plan: FetchPlan): Promise<APIResponse> {
    return await this.#paused.fetch(plan, this.request);
  }

  /** A handler called `fallback`; the next one starts when it has returned. */
  passed(invocation: Invocation): void {
    if (this.#running !== invocation) this.#next();
  }

  /** A route method was refused; the handler may have returned without waiting for it. */
  reopened(invocation: Invocation): void {
    if (this.#running !== invocation) this.#forgotten(invocation);
  }

  /** The time of a handler that is still running is over. */
  #expired(invocation: Invocation): void {
    if (!invocation.isOpen && !invocation.isPassed) return;
    this.#guide.stalled(invocation);
    if (invocation.isPassed) {
      this.#running = undefined;
      this.#next();
    } else this.#guide.release(invocation, this);
  }

  #returned(invocation: Invocation): void {
    invocation.entry.runEnded(invocation);
    // It passed the request on, and its time was over: the next one has it.
    if (this.#running !== invocation) return;
    this.#running = undefined;
    if (invocation.isPassed) this.#next();
    else if (invocation.isOpen) this.#forgotten(invocation);
    else this.#stopTimer();
  }

  #threw(invocation: Invocation, error: unknown): void {
    invocation.entry.runEnded(invocation);
    const isSwallowed = invocation.entry.ignoresErrors;
    if (!isSwallowed) this.#guide.report(error, this.request, invocation.route);
    if (this.#running !== invocation) return;
    this.#running = undefined;
    if (invocation.isPassed) this.#next();
    if (!invocation.isOpen) return;
    invocation.revoke();
    this.#stopTimer();
    this.#guide.own(isSwallowed ? this.proceed({}) : this.fail("failed"), this.request);
  }

  #next(): void {
    this.#stopTimer();
    const next = this.#guide.nextMatch(this.#paused, this.#entries, this.#index, () => this.request);
    if (next.kind === "error") {
      this.#guide.report(next.error, this.request, undefined);
      this.#guide.own(this.fail("failed"), this.request);
      return;
    }
    this.#index = next.index;
    if (this.#index >= 0) this.run();
    else this.#end();
  }

  /** Nobody decided: the request is sent with what the handlers changed, and fails when that is impossible. */
  #end(): void {
    this.#guide.own(
      this.proceed({}).catch(async (error: unknown) => {
        this.#guide.report(error, this.request, undefined);
        await this.fail("failed");
      }),
      this.request,
    );
  }

  #watchTime(timeoutMs: number | false, expire: () => void): void {
    this.#stopTimer();
    if (timeoutMs === false) return;
    this.#timer = setTimeout(expire, timeoutMs);
    this.#timer.unref();
  }

  /** The handler may still answer from a callback of its own, but not for ever. */
  #forgotten(invocation: Invocation): void {
    this.#watchTime(this.#guide.rules.stallTimeout, () => this.#guide.release(invocation, this));
    this.#guide.stalled(invocation);
  }

  #settled(): void {
    this.#stopTimer();
    this.#guide.countSettled();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
