import { type AbortCode, parseAbortCode } from "../abort-codes.ts";
import { type FetchOptions, parseFetchOptions } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import { type FulfillOptions, resolveFulfillment } from "../http/fulfillment.ts";
import { parseOverrides, type RequestOverrides } from "../http/overrides.ts";
import type { ResponseEditor } from "../http/response.ts";
import type { Invocation } from "./invocation.ts";
import type { Request } from "./request.ts";

/** What `route.continue` takes beside the overrides of a request. */
export interface ContinueOptions extends RequestOverrides {
  /** Called with the head of the response; status and headers it returns reach the client, the body streams on. */
  readonly editResponse?: ResponseEditor | undefined;
}

let create: (invocation: Invocation) => Route;

/**
 * One request in the hands of one handler. Exactly one of `abort`, `continue`, `fulfill` and `fallback` takes effect; a
 * call that is refused for its arguments leaves the route open.
 *
 * @see spec 3, Route
 */
export class Route {
  static {
    create = (invocation) => new Route(invocation);
  }

  readonly #invocation: Invocation;

  private constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  request(): Request {
    return this.#invocation.request;
  }

  /**
   * Fails the request.
   *
   * @param errorCode - one of `ABORT_CODES`
   * @throws InterceptError `ERR_ROUTE_ABORT_CODE`, `ERR_ROUTE_HANDLED`, `ERR_TARGET_CLOSED`
   */
  async abort(errorCode: AbortCode | (string & {}) = "failed"): Promise<void> {
    const code = parseAbortCode(errorCode);
    await this.#invocation.settle("route.abort", (journey) => journey.fail(code));
  }

  /**
   * Sends the request at once; no other handler runs.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT`, `ERR_ROUTE_PROTOCOL`, `ERR_ROUTE_HANDLED`, `ERR_TARGET_CLOSED`
   */
  async continue(options: ContinueOptions = {}): Promise<void> {
    const overrides = parseOverrides("route.continue", options, this.#invocation.originalUrl);
    await this.#invocation.settle("route.continue", (journey) => journey.proceed(overrides, options.editResponse));
  }

  /**
   * Passes the request to the next matching handler, which sees the overrides; with none left it is sent. Matching goes
   * by the original url.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT`, `ERR_ROUTE_PROTOCOL`, `ERR_ROUTE_HANDLED`, `ERR_TARGET_CLOSED`
   */
  async fallback(options: RequestOverrides = {}): Promise<void> {
    const overrides = parseOverrides("route.fallback", options, this.#invocation.originalUrl);
    this.#invocation.pass(overrides);
  }

  /**
   * Performs the request and resolves with the complete, decoded response. Does not settle the route.
   *
   * @throws InterceptError `ERR_FETCH_TIMEOUT`, `ERR_FETCH_REDIRECTS`, `ERR_FETCH_NETWORK`, `ERR_FETCH_DECODE`,
   *   `ERR_ROUTE_ARGUMENT`, `ERR_TARGET_CLOSED`
   */
  async fetch(options: FetchOptions = {}): Promise<APIResponse> {
    return await this.#invocation.fetch(parseFetchOptions(options, this.request()));
  }

  /**
   * Answers the request.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT`, also for a `path` that cannot be read, `ERR_ROUTE_HANDLED`,
   *   `ERR_TARGET_CLOSED`
   */
  async fulfill(options: FulfillOptions = {}): Promise<void> {
    await this.#invocation.settle("route.fulfill", async (journey) => {
      await journey.fulfill(await resolveFulfillment(options));
    });
  }
}

export function createRoute(invocation: Invocation): Route {
  return create(invocation);
}
