import { type AbortCode, parseAbortCode } from "../abort-codes.ts";
import { checkFunction } from "../errors.ts";
import { type FetchOptions, type FetchPlan, parseFetchOptions } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import { type FulfillOptions, resolveFulfillment } from "../http/fulfillment.ts";
import { type Overrides, parseOverrides, type RequestOverrides } from "../http/overrides.ts";
import type { FulfilledResponse, ResponseEditor } from "../http/response.ts";
import type { Request } from "./request.ts";

/** What `route.continue` takes beside the overrides of a request. */
export interface ContinueOptions extends RequestOverrides {
  /** Called with the head of the response; status and headers it returns reach the client, the body streams on. */
  readonly editResponse?: ResponseEditor | undefined;
}

/** The ways in which a request can end. */
export interface Endings {
  proceed(overrides: Overrides, edit?: ResponseEditor): Promise<void>;
  fail(code: AbortCode): Promise<void>;
  fulfill(response: FulfilledResponse): Promise<void>;
}

/** The right of one run of one handler to decide over a request. */
export interface RouteRight {
  readonly request: Request;
  readonly originalUrl: string;
  /** Runs an act that ends the request. When it is refused the route is open again. */
  settle(method: string, act: (endings: Endings) => Promise<void>): Promise<void>;
  pass(overrides: Overrides): void;
  fetch(plan: FetchPlan): Promise<APIResponse>;
}

let create: (right: RouteRight) => Route;

/**
 * One request in the hands of one handler. Exactly one of `abort`, `continue`, `fulfill` and `fallback` takes effect; a
 * call that is refused for its arguments leaves the route open.
 *
 * @see spec 3, Route
 */
export class Route {
  static {
    create = (right) => new Route(right);
  }

  readonly #right: RouteRight;

  private constructor(right: RouteRight) {
    this.#right = right;
  }

  request(): Request {
    return this.#right.request;
  }

  /**
   * Fails the request.
   *
   * @param errorCode - one of `ABORT_CODES`
   * @throws InterceptError `ERR_ROUTE_ABORT_CODE`, `ERR_ROUTE_HANDLED`, `ERR_TARGET_CLOSED`
   */
  async abort(errorCode: AbortCode | (string & {}) = "failed"): Promise<void> {
    const code = parseAbortCode(errorCode);
    await this.#right.settle("route.abort", (endings) => endings.fail(code));
  }

  /**
   * Sends the request at once; no other handler runs.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT`, `ERR_ROUTE_PROTOCOL`, `ERR_ROUTE_HANDLED`, `ERR_TARGET_CLOSED`
   */
  async continue(options: ContinueOptions = {}): Promise<void> {
    const overrides = parseOverrides("route.continue", options, this.#right.originalUrl);
    const { editResponse } = options;
    if (editResponse !== undefined) checkFunction("route.continue", editResponse, "editResponse");
    await this.#right.settle("route.continue", (endings) => endings.proceed(overrides, editResponse));
  }

  /**
   * Passes the request to the next matching handler, which sees the overrides; with none left it is sent. Matching goes
   * by the original url.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT`, `ERR_ROUTE_PROTOCOL`, `ERR_ROUTE_HANDLED`, `ERR_TARGET_CLOSED`
   */
  async fallback(options: RequestOverrides = {}): Promise<void> {
    const overrides = parseOverrides("route.fallback", options, this.#right.originalUrl);
    this.#right.pass(overrides);
  }

  /**
   * Performs the request and resolves with the complete, decoded response. Does not settle the route.
   *
   * @throws InterceptError `ERR_FETCH_TIMEOUT`, `ERR_FETCH_REDIRECTS`, `ERR_FETCH_NETWORK`, `ERR_FETCH_DECODE`,
   *   `ERR_ROUTE_ARGUMENT`, `ERR_TARGET_CLOSED`
   */
  async fetch(options: FetchOptions = {}): Promise<APIResponse> {
    return await this.#right.fetch(parseFetchOptions(options, this.request()));
  }

  /**
   * Answers the request.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT`, also for a `path` that cannot be read, `ERR_ROUTE_HANDLED`,
   *   `ERR_TARGET_CLOSED`
   */
  async fulfill(options: FulfillOptions = {}): Promise<void> {
    await this.#right.settle("route.fulfill", async (endings) => {
      await endings.fulfill(await resolveFulfillment(options));
    });
  }
}

export function createRoute(right: RouteRight): Route {
  return create(right);
}
