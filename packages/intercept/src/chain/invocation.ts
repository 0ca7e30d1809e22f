import { InterceptError } from "../errors.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { Overrides } from "../http/overrides.ts";
import type { Request } from "./request.ts";
import { createRoute, type Endings, type Route, type RouteRight } from "./route.ts";
import type { RouteEntry } from "./route-entry.ts";

type State = "open" | "busy" | "settled" | "passed";

/** The way of the request on which a handler runs. */
interface Way extends Endings {
  readonly request: Request;
  readonly originalUrl: string;
  /** @throws InterceptError `ERR_TARGET_CLOSED` */
  refuseWhenClosed(method: string): void;
  override(overrides: Overrides): void;
  passed(invocation: Invocation): void;
  reopened(invocation: Invocation): void;
  fetch(plan: FetchPlan): Promise<APIResponse>;
}

/**
 * One run of one handler for one request. It holds the right to settle: a handler that passed the request on, or lost it,
 * cannot take it from the next one.
 */
export class Invocation implements RouteRight {
  readonly entry: RouteEntry;
  readonly route: Route;
  /** A route method of this run was refused; `unrouteAll({ behavior: "wait" })` does not wait for such a run. */
  hasThrown = false;
  readonly #way: Way;
  #state: State = "open";

  constructor(way: Way, entry: RouteEntry) {
    this.#way = way;
    this.entry = entry;
    this.route = createRoute(this);
  }

  get request(): Request {
    return this.#way.request;
  }

  get originalUrl(): string {
    return this.#way.originalUrl;
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  get isPassed(): boolean {
    return this.#state === "passed";
  }

  async settle(method: string, act: (endings: Endings) => Promise<void>): Promise<void> {
    this.#claim(method, "busy");
    try {
      await act(this.#way);
      this.#state = "settled";
    } catch (error) {
      this.#state = "open";
      this.#noteRefusal();
      this.#way.reopened(this);
      throw error;
    }
  }

  pass(overrides: Overrides): void {
    this.#claim("route.fallback", "passed");
    this.#way.override(overrides);
    this.#way.passed(this);
  }

  async fetch(plan: FetchPlan): Promise<APIResponse> {
    this.#way.refuseWhenClosed("route.fetch");
    return await this.#way.fetch(plan);
  }

  /** Takes the route from its handler, whose later calls are refused. */
  revoke(): void {
    this.#state = "settled";
  }

  #claim(method: string, state: State): void {
    try {
      this.#way.refuseWhenClosed(method);
      if (this.#state !== "open") {
        const url = this.originalUrl;
        throw new InterceptError("ERR_ROUTE_HANDLED", `${method}: the route of ${url} is already handled`, { url });
      }
    } catch (error) {
      this.#noteRefusal();
      throw error;
    }
    this.#state = state;
  }

  #noteRefusal(): void {
    this.hasThrown = true;
    this.entry.runEnded(this);
  }
}
