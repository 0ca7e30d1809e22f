import type { AbortCode } from "../abort-codes.ts";
import { ABORT_CODES } from "../abort-codes.ts";
import type { PausedRequest } from "../chain/paused-request.ts";
import { type Request, requestAnswered, requestFailed, wantedOutcome } from "../chain/request.ts";
import type { Frame, RequestTiming } from "../chain/request-facts.ts";
import type { RequestInitiator, ResourceType } from "../chain/resource-type.ts";
import { InterceptError } from "../errors.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { LazyFetch } from "../fetch/lazy-fetch.ts";
import type { APIResponse } from "../http/api-response.ts";
import { applyHeaders, type HeaderEntry, headerOf, withoutHeaders } from "../http/headers.ts";
import type { Overrides } from "../http/overrides.ts";
import {
  editHead,
  type FulfilledResponse,
  LEAST_FINAL_STATUS,
  parseStatus,
  type ResponseEditor,
  type ResponseHead,
} from "../http/response.ts";
import { type NodeClient, nodeError } from "./node-error.ts";

/** What a handler changed; fields that are absent stay as the client had them. */
export interface OutgoingChange {
  readonly url?: string;
  readonly method?: string;
  /** Complete, the client's own forbidden ones included. */
  readonly headers?: readonly HeaderEntry[];
  readonly body?: Buffer;
}

/** Looks at a response on its way to the client. */
export interface ResponseTap {
  /** @returns the head that the client gets instead */
  head(head: ResponseHead): ResponseHead | undefined;
  readonly wantsBody: boolean;
  end(body: Buffer | undefined): void;
  failed(error: Error): void;
}

/** A client's side of one request, as it wanted to send it, held until the chain has decided. */
export interface HeldRequest {
  readonly client: NodeClient;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderEntry[];
  /** `null` without a body, and for one that streams. */
  readonly body: Buffer | null;
  /**
   * Reads a body that streams, for a handler that needs it whole.
   *
   * @throws Error when it is larger than 64 MiB, or the client gives the request up
   */
  readBody(): Promise<Buffer | null>;
  /** The client lost interest. */
  readonly isGone: boolean;
  send(change: OutgoingChange, tap: ResponseTap | undefined): void;
  fail(error: Error): void;
  answer(response: FulfilledResponse): void;
}

/** What happens around held requests. */
export interface NodeContext {
  readonly nodeFetch: LazyFetch;
  /** @param headers - what the next hops of a redirect get too */
  released(pause: NodePause, headers?: readonly HeaderEntry[]): void;
  report(error: unknown, request: Request): void;
}

const FRAMING = ["content-length", "content-encoding", "transfer-encoding"];

/** A request of this process that waits for the chain. */
export class NodePause implements PausedRequest {
  readonly redirectedFrom: Request | null;
  readonly networkId = null;
  readonly #held: HeldRequest;
  readonly #context: NodeContext;
  readonly #carried: readonly HeaderEntry[] | undefined;
  readonly #startTime = Date.now();

  constructor(
    held: HeldRequest,
    context: NodeContext,
    from?: { readonly request: Request | null; readonly headers: readonly HeaderEntry[] | undefined },
  ) {
    this.#held = held;
    this.#context = context;
    this.redirectedFrom = from?.request ?? null;
    this.#carried = from?.headers;
  }

  get url(): string {
    return this.#held.url;
  }

  get method(): string {
    return this.#held.method;
  }

  headers(): readonly HeaderEntry[] {
    return this.#held.headers;
  }

  postData(): Buffer | null {
    return this.#held.body;
  }

  resourceType(): ResourceType {
    return this.#held.client === "fetch" ? "fetch" : "other";
  }

  initiator(): RequestInitiator {
    return "node";
  }

  isNavigation(): boolean {
    return false;
  }

  frame(): Frame | null {
    return null;
  }

  timing(): RequestTiming {
    const unknown = { domainLookupStart: -1, domainLookupEnd: -1, connectStart: -1, secureConnectionStart: -1 };
    return { startTime: this.#startTime, ...unknown, connectEnd: -1, requestStart: -1, responseStart: -1 };
  }

  async proceed(overrides: Overrides, request: Request, edit: ResponseEditor | undefined): Promise<void> {
    this.#context.released(this, overrides.headers ?? this.#carried);
    if (this.#held.isGone) return;
    this.#held.send(this.#changeOf(overrides), this.#tapFor(request, edit));
  }

  async fail(code: AbortCode, request: Request): Promise<void> {
    this.#context.released(this);
    requestFailed(request, ABORT_CODES[code].net);
    if (!this.#held.isGone) this.#held.fail(nodeError(code, new URL(this.url), this.#held.client));
  }

  async fulfill(response: FulfilledResponse, request: Request): Promise<void> {
    parseStatus("route.fulfill", response.status, LEAST_FINAL_STATUS);
    this.#context.released(this);
    const framed = withFraming(response, this.method);
    requestAnswered(request, framed, Buffer.isBuffer(response.body) ? response.body : undefined);
    if (!this.#held.isGone) this.#held.answer(framed);
  }

  async fetch(plan: FetchPlan): Promise<APIResponse> {
    const body = plan.body ?? (await this.#bodyOf(plan));
    const { hopCookies } = await import("../fetch/cookie-store.ts");
    const cookies = hopCookies(new URL(plan.url), headerOf(plan.headers, "cookie"));
    return await this.#context.nodeFetch.fetch({ ...plan, body }, cookies);
  }

  async #bodyOf({ url }: FetchPlan): Promise<Buffer | null> {
    try {
      return await this.#held.readBody();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `route.fetch: the body of ${url} cannot be read: ${reason}`;
      throw new InterceptError("ERR_FETCH_BODY", message, { url, reason, cause });
    }
  }

  #changeOf({ url, method, headers = this.#carried, postData }: Overrides): OutgoingChange {
    // Most requests go on as they are: reading their headers would take a fifth of the time that a route adds.
    const given = headers && applyHeaders(headers, this.headers(), { keepsCookie: true });
    // A length that belonged to the body before would break the request.
    const fitting =
      postData === undefined ? given : withoutHeaders(given ?? this.headers(), ["content-length", "transfer-encoding"]);
    return {
      ...(url !== undefined && { url }),
      ...(method !== undefined && { method }),
      ...(fitting !== undefined && { headers: fitting }),
      ...(postData !== undefined && { body: postData }),
    };
  }

  #tapFor(request: Request, edit: ResponseEditor | undefined): ResponseTap | undefined {
    const wanted = wantedOutcome(request);
    if (edit === undefined && !wanted.response) return undefined;
    let seen: ResponseHead | undefined;
    return {
      wantsBody: wanted.body,
      head: (head) => {
        const changed = edit && editHead(edit, head, (error) => this.#context.report(error, request));
        seen = changed ?? head;
        if (!wanted.body) requestAnswered(request, seen);
        return changed;
      },
      end: (body) => {
        if (seen !== undefined) void this.#answered(request, seen, body);
      },
      failed: (error) => requestFailed(request, error.message),
    };
  }

  async #answered(request: Request, head: ResponseHead, body: Buffer | undefined): Promise<void> {
    const { decodeBody } = await import("../fetch/decode.ts");
    const encoding = headerOf(head.headers, "content-encoding");
    // What cannot be decoded is kept as it came: the client has to see to it as well.
    const decoded = body && (await decodeBody(body, encoding, this.url).catch(() => body));
    requestAnswered(request, head, decoded);
  }
}

/** Node's clients decode and count: framing headers must fit the plain body. */
function withFraming(response: FulfilledResponse, method: string): FulfilledResponse {
  const { status, headers, body } = response;
  const plain = withoutHeaders(headers, FRAMING);
  const isBodiless = status === 204 || status === 205 || status === 304;
  if (isBodiless) return { ...response, headers: plain, body: Buffer.alloc(0) };
  const isSized = Buffer.isBuffer(body) && body.length > 0;
  const sized = isSized ? [...plain, { name: "content-length", value: String(body.length) }] : plain;
  return { ...response, headers: sized, body: method === "HEAD" ? Buffer.alloc(0) : body };
}
