import type { RouteHandler } from "../chain/route-entry.ts";
import { redirectTo } from "../http/fulfillment.ts";
import { type HarEntry, readHar } from "./har-file.ts";
import { HarLookup } from "./har-lookup.ts";

/** A request that was cancelled while it was recorded. */
const CANCELLED = -1;

/**
 * Answers from a HAR. What is not in it is aborted, or left to the next handler.
 *
 * @throws InterceptError `ERR_HAR`
 */
export async function harHandler(path: string, notFound: "abort" | "fallback"): Promise<RouteHandler> {
  const har = await readHar(path);
  const lookup = new HarLookup(har);
  return async (route, request) => {
    const question = {
      url: request.url(),
      method: request.method(),
      headers: await request.headersArray(),
      body: request.postDataBuffer(),
    };
    let entry: HarEntry | undefined;
    let body: Buffer | undefined;
    try {
      entry = await lookup.find(question);
      body = await har.read(entry?.response.content);
    } catch {
      // A circle, or a body that is not there, is as good as nothing.
      entry = undefined;
    }
    if (entry === undefined) return await (notFound === "abort" ? route.abort() : route.fallback());
    const { status, statusText, headers } = entry.response;
    if (status === CANCELLED) return await new Promise(() => undefined);
    const isElsewhere = entry.request.url.replace(/#.*$/s, "") !== question.url;
    // A document's address has to change with it; the request comes back under the new one.
    if (request.isNavigationRequest() && isElsewhere) return await route.fulfill(redirectTo(entry.request.url));
    const response = {
      status: () => status,
      headersArray: () => headers,
      headers: () => ({}),
      body: async () => body ?? Buffer.alloc(0),
    };
    return await route.fulfill({ response, statusText: statusText === "" ? undefined : statusText });
  };
}
