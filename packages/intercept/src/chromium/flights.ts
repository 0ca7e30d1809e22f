import type { Request } from "../chain/request.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { HeaderEntry } from "../http/headers.ts";
import type { ResponseEditor, ResponseHead } from "../http/response.ts";
import type { HeldRequest } from "./held-request.ts";

/** A request that was sent on and whose response, or next hop, is still looked at. */
export interface Flight {
  readonly pause: HeldRequest;
  readonly request: Request;
  /** Given by a handler; each hop gets them anew. */
  readonly headers?: readonly HeaderEntry[] | undefined;
  readonly edit?: ResponseEditor | undefined;
  /** The head that stands for that of our private stream server. */
  readonly streamed?: { readonly head: ResponseHead; readonly url: string };
  /** The next hop is a request like any other. */
  readonly isRestart?: boolean;
  /** A `route.fetch` through the browser, which keeps the response until the handler decides. */
  readonly browserFetch?: BrowserFetch;
}

interface BrowserFetch {
  redirectsLeft: number;
  readonly maxRedirects: number;
  resolve(response: APIResponse): void;
  reject(error: unknown): void;
}

/** Enough for every request a browser has under way; what is lost beyond that is the repetition of headers on redirects. */
const MAX_FLIGHTS = 10_000;

/** Flights by session and interception id. */
export class Flights {
  readonly #flightByKey = new Map<string, Flight>();

  get size(): number {
    return this.#flightByKey.size;
  }

  add(sessionId: string | undefined, requestId: string, flight: Flight): void {
    const oldest = this.#flightByKey.size >= MAX_FLIGHTS ? this.#flightByKey.keys().next().value : undefined;
    if (oldest !== undefined) this.#flightByKey.delete(oldest);
    this.#flightByKey.set(keyOf(sessionId, requestId), flight);
  }

  get(sessionId: string | undefined, requestId: string): Flight | undefined {
    return this.#flightByKey.get(keyOf(sessionId, requestId));
  }

  take(sessionId: string | undefined, requestId: string): Flight | undefined {
    const key = keyOf(sessionId, requestId);
    const flight = this.#flightByKey.get(key);
    this.#flightByKey.delete(key);
    return flight;
  }

  /** Forgets those whose session or frame is gone. */
  drop(isGone: (pause: HeldRequest) => boolean): void {
    for (const [key, { pause }] of this.#flightByKey) if (isGone(pause)) this.#flightByKey.delete(key);
  }
}

function keyOf(sessionId: string | undefined, requestId: string): string {
  return `${sessionId ?? ""}|${requestId}`;
}
