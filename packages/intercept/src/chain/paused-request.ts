import type { AbortCode } from "../abort-codes.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { HeaderEntry } from "../http/headers.ts";
import type { Overrides } from "../http/overrides.ts";
import type { FulfilledResponse, ResponseEditor } from "../http/response.ts";
import type { Request } from "./request.ts";
import type { RequestInitiator, ResourceType } from "./resource-type.ts";

/** A frame of a page, as far as its navigation is known. */
export interface Frame {
  readonly id: string;
  /** The document that is there now: during a first navigation `about:blank`. */
  url(): string;
  name(): string;
  parent(): Frame | null;
}

/** Milliseconds since the request's start; -1 where the backend does not know. */
export interface RequestTiming {
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly domainLookupStart: number;
  readonly domainLookupEnd: number;
  readonly connectStart: number;
  readonly secureConnectionStart: number;
  readonly connectEnd: number;
  readonly requestStart: number;
  readonly responseStart: number;
}

/** A request that waits for a decision, as a backend holds it. Everything costly is a method. */
export interface PausedRequest {
  readonly url: string;
  readonly method: string;
  readonly networkId: string | null;
  /** As far as they are known before the request is sent. */
  headers(): readonly HeaderEntry[];
  /** `null` without a body, and for one that streams. */
  postData(): Buffer | null;
  resourceType(): ResourceType;
  initiator(): RequestInitiator;
  isNavigation(): boolean;
  frame(): Frame | null;
  timing(): RequestTiming;
  /** The request whose redirect led here. */
  readonly redirectedFrom: Request | null;

  /** Sends it on. Resolves silently when the request is gone. */
  proceed(overrides: Overrides, request: Request, edit: ResponseEditor | undefined): Promise<void>;
  fail(code: AbortCode, request: Request): Promise<void>;
  fulfill(response: FulfilledResponse, request: Request): Promise<void>;
  /** Performs the request outside the client, or with its stack. */
  fetch(plan: FetchPlan, request: Request): Promise<APIResponse>;
}
