import type { Request } from "../chain/request.ts";
import { argumentError } from "../errors.ts";
import { type FetchPlan, timeoutError } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { ChromiumContext } from "./context.ts";
import type { HeldRequest } from "./held-request.ts";

/**
 * Lets the browser perform a paused request and keeps its response back, so that handlers see what the page would: the
 * same TLS, HTTP version, cookies, cache and proxy.
 *
 * @throws InterceptError `ERR_ROUTE_ARGUMENT` for a second one on the same route, `ERR_FETCH_TIMEOUT`,
 *   `ERR_FETCH_REDIRECTS`, `ERR_FETCH_NETWORK`
 */
export async function fetchInBrowser(
  pause: HeldRequest,
  request: Request,
  plan: FetchPlan,
  { flights }: ChromiumContext,
  wireOverrides: object,
): Promise<APIResponse> {
  if (pause.holdsResponse) throw argumentError("route.fetch", "via", "can be the browser only once");
  pause.holdsResponse = true;
  return await new Promise<APIResponse>((resolve, reject) => {
    const expire = (): void => reject(timeoutError(plan));
    const timer = plan.timeoutMs > 0 ? setTimeout(expire, plan.timeoutMs) : undefined;
    const inTime =
      <T>(settle: (value: T) => void) =>
      (value: T): void => {
        clearTimeout(timer);
        settle(value);
      };
    const { maxRedirects } = plan;
    const browserFetch = {
      redirectsLeft: maxRedirects,
      maxRedirects,
      resolve: inTime<APIResponse>(resolve),
      reject: inTime<unknown>(reject),
    };
    const headers = plan.areHeadersGiven ? plan.headers : undefined;
    flights.add(pause.sessionId, pause.requestId, { pause, request, headers, browserFetch });
    pause.command("Fetch.continueRequest", { ...wireOverrides, interceptResponse: true }).catch(browserFetch.reject);
  });
}
