import { argumentError } from "../errors.ts";
import { type APIResponse, createAPIResponse } from "../http/api-response.ts";
import { type HeaderEntry, headerOf, toHeaderRecord } from "../http/headers.ts";
import type { Overrides } from "../http/overrides.ts";
import type { ResponseHead } from "../http/response.ts";
import type { Frame, RequestFacts, RequestTiming } from "./request-facts.ts";
import type { RequestInitiator, ResourceType } from "./resource-type.ts";

/** A request as a backend knows it. */
export interface ArrivedRequest extends RequestFacts {
  /** The request whose redirect led here. */
  readonly redirectedFrom: Request | null;
}

/** How a request ended. */
type Outcome =
  | { readonly kind: "response"; readonly response: APIResponse }
  | { readonly kind: "failure"; readonly errorText: string };

/** What backends, chain and observers may do with a request and handlers may not. */
interface RequestControl {
  create(arrived: ArrivedRequest): Request;
  overrides(request: Request): Overrides;
  override(request: Request, overrides: Overrides): void;
  want(request: Request, what: "response" | "body"): void;
  wants(request: Request): { readonly response: boolean; readonly body: boolean };
  respond(request: Request, response: APIResponse): void;
  failed(request: Request, errorText: string): void;
  redirected(from: Request, to: Request): void;
  sent(request: Request): void;
}

let control: RequestControl;

/**
 * One request for its whole life. Inside a handler it shows what earlier handlers changed.
 *
 * @see spec 3, Fields: Route
 */
export class Request {
  static {
    control = {
      create: (arrived) => new Request(arrived),
      overrides: (request) => request.#overrides,
      override: (request, overrides) => {
        request.#overrides = { ...request.#overrides, ...overrides };
      },
      want: (request, what) => {
        request.#wantsResponse = true;
        if (what === "body") request.#wantsBody = true;
      },
      wants: (request) => ({ response: request.#wantsResponse, body: request.#wantsBody }),
      respond: (request, response) => request.#settle({ kind: "response", response }),
      failed: (request, errorText) => request.#settle({ kind: "failure", errorText }),
      redirected: (from, to) => {
        from.#redirectedTo = to;
      },
      sent: (request) => {
        request.#isSent = true;
      },
    };
  }

  readonly #arrived: ArrivedRequest;
  #overrides: Overrides = {};
  #redirectedTo: Request | null = null;
  #wantsResponse = false;
  #wantsBody = false;
  #isSent = false;
  #outcome: Outcome | undefined;
  #waiting: ((outcome: Outcome) => void)[] | undefined;

  private constructor(arrived: ArrivedRequest) {
    this.#arrived = arrived;
  }

  /** Without its fragment; that of an override when there is one. */
  url(): string {
    return this.#overrides.url ?? this.#arrived.url;
  }

  /** As it is sent: upper-case. */
  method(): string {
    return this.#overrides.method ?? this.#arrived.method;
  }

  /** Lower-case names, as far as they are known before the request is sent. */
  headers(): Record<string, string> {
    return toHeaderRecord(this.#headers());
  }

  async allHeaders(): Promise<Record<string, string>> {
    return this.headers();
  }

  async headersArray(): Promise<HeaderEntry[]> {
    return this.#headers().map(({ name, value }) => ({ name, value }));
  }

  /** @returns null when there is no such header; the name's case does not matter */
  async headerValue(name: string): Promise<string | null> {
    return new Map(Object.entries(this.headers())).get(name.toLowerCase()) ?? null;
  }

  /** The body as UTF-8; null without one, and for one that streams. */
  postData(): string | null {
    return this.postDataBuffer()?.toString("utf8") ?? null;
  }

  postDataBuffer(): Buffer | null {
    return this.#overrides.postData ?? this.#arrived.postData();
  }

  /**
   * The body as an object: parsed as a form when the content type says so, else as JSON.
   *
   * @throws SyntaxError when it is no JSON
   */
  postDataJSON(): unknown {
    const text = this.postData();
    if (text === null) return null;
    const type = headerOf(this.#headers(), "content-type") ?? "";
    if (type.includes("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
    return JSON.parse(text);
  }

  resourceType(): ResourceType {
    return this.#arrived.resourceType();
  }

  /** True for the documents of main and child frames, and each hop of their redirects. */
  isNavigationRequest(): boolean {
    return this.#arrived.isNavigation();
  }

  /** Null for requests of workers, and in Node. */
  frame(): Frame | null {
    return this.#arrived.frame();
  }

  /** Who asked: a page, a kind of worker, or the browser itself before a cross-origin request. */
  source(): RequestInitiator {
    return this.#arrived.initiator();
  }

  /** The DevTools protocol's Network request id, for correlation with other tools; null while Network is off. */
  networkId(): string | null {
    return this.#arrived.networkId;
  }

  redirectedFrom(): Request | null {
    return this.#arrived.redirectedFrom;
  }

  redirectedTo(): Request | null {
    return this.#redirectedTo;
  }

  timing(): RequestTiming {
    return this.#arrived.timing();
  }

  /**
   * The response that the client gets; null when it failed. Ask before the request is sent on, or observe responses with
   * the option `network: "on"` or `interceptor.requests()`.
   *
   * @throws InterceptError `ERR_ROUTE_ARGUMENT` when the request went on without anybody asking
   */
  async response(): Promise<APIResponse | null> {
    const outcome = this.#outcome ?? (await this.#waitForOutcome());
    return outcome.kind === "response" ? outcome.response : null;
  }

  /** Why it failed, once it did. */
  failure(): { readonly errorText: string } | null {
    return this.#outcome?.kind === "failure" ? { errorText: this.#outcome.errorText } : null;
  }

  #headers(): readonly HeaderEntry[] {
    return this.#overrides.headers ?? this.#arrived.headers();
  }

  async #waitForOutcome(): Promise<Outcome> {
    if (this.#isSent && !this.#wantsResponse) {
      throw argumentError(
        "request.response",
        "network",
        "brings a response only to who asked before the request was sent on",
      );
    }
    this.#wantsResponse = true;
    return await new Promise<Outcome>((resolve) => {
      this.#waiting ??= [];
      this.#waiting.push(resolve);
    });
  }

  #settle(outcome: Outcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    for (const resolve of this.#waiting ?? []) resolve(outcome);
    this.#waiting = undefined;
  }
}

/** The request leaves the handlers: from now on nobody can ask for its response. */
export function requestSent(request: Request): void {
  control.sent(request);
}

export function createRequest(arrived: ArrivedRequest): Request {
  const request = control.create(arrived);
  if (arrived.redirectedFrom !== null) control.redirected(arrived.redirectedFrom, request);
  return request;
}

/** What handlers changed so far. */
export function overridesOf(request: Request): Overrides {
  return control.overrides(request);
}

/** Per field the last given value wins. */
export function addOverrides(request: Request, overrides: Overrides): void {
  control.override(request, overrides);
}

/** Asks the backend to look at the response too. */
export function wantOutcome(request: Request, what: "response" | "body"): void {
  control.want(request, what);
}

export function wantedOutcome(request: Request): { readonly response: boolean; readonly body: boolean } {
  return control.wants(request);
}

export function requestAnswered(request: Request, head: ResponseHead, body?: Buffer): void {
  const parts = { ...head, url: request.url(), body, isClosed: () => false };
  control.respond(request, createAPIResponse(parts));
}

export function requestFailed(request: Request, errorText: string): void {
  control.failed(request, errorText);
}
