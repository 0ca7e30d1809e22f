import { InterceptError } from "../errors.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { Overrides } from "../http/overrides.ts";
import type { Journey } from "./journey.ts";
import type { Request } from "./request.ts";
import { createRoute, type Route } from "./route.ts";
import type { RouteEntry } from "./route-entry.ts";

type State = "open" | "busy" | "settled" | "passed";

/**
 * One run of one handler for one request. It holds the right to settle: a handler that passed the request on, or lost it,
 * cannot take it from the next one.
 */
export class Invocation {
  readonly entry: RouteEntry;
  readonly route: Route;
  /** A route method of this run was refused; `unrouteAll({ behavior: "wait" })` does not wait for such a run. */
  hasThrown = false;
  readonly #journey: Journey;
  #state: State = "open";

  constructor(journey: Journey, entry: RouteEntry) {
    this.#journey = journey;
    this.entry = entry;
    this.route = createRoute(this);
  }

  get request(): Request {
    return this.#journey.request;
  }

  get originalUrl(): string {
    return this.#journey.originalUrl;
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  get isPassed(): boolean {
    return this.#state === "passed";
  }

  /** Runs an act that ends the request. When it is refused the route is open again. */
  async settle(method: string, act: (journey: Journey) => Promise<void>): Promise<void> {
    this.#claim(method, "busy");
    try {
      await act(this.#journey);
      this.#state = "settled";
    } catch (error) {
      this.#state = "open";
      this.#noteRefusal();
      this.#journey.reopened(this);
      throw error;
    }
  }

  pass(overrides: Overrides): void {
    this.#claim("route.fallback", "passed");
    this.#journey.override(overrides);
    this.#journey.passed(this);
  }

  async fetch(plan: FetchPlan): Promise<APIResponse> {
    this.#journey.refuseWhenClosed("route.fetch");
    return await this.#journey.fetch(plan);
  }

  /** Takes the route from its handler, whose later calls are refused. */
  revoke(): void {
    this.#state = "settled";
  }

  #claim(method: string, state: State): void {
    try {
      this.#journey.refuseWhenClosed(method);
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
