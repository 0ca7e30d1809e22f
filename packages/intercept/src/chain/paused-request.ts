import type { AbortCode } from "../abort-codes.ts";
import type { FetchPlan } from "../fetch/fetch-plan.ts";
import type { APIResponse } from "../http/api-response.ts";
import type { Overrides } from "../http/overrides.ts";
import type { FulfilledResponse, ResponseEditor } from "../http/response.ts";
import type { ArrivedRequest, Request } from "./request.ts";

/** A request that waits for a decision, as a backend holds it. */
export interface PausedRequest extends ArrivedRequest {
  /** Sends it on. Resolves silently when the request is gone. */
  proceed(overrides: Overrides, request: Request, edit: ResponseEditor | undefined): Promise<void>;
  fail(code: AbortCode, request: Request): Promise<void>;
  fulfill(response: FulfilledResponse, request: Request): Promise<void>;
  /** Performs the request outside the client, or with its stack. */
  fetch(plan: FetchPlan, request: Request): Promise<APIResponse>;
}
