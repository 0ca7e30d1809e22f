import type { PausedRequest } from "../chain/paused-request.ts";
import type { RequestPaused } from "./protocol.ts";

/** A request that the Fetch domain paused, as its session knows it. */
export interface HeldRequest extends PausedRequest {
  readonly sessionId: string | undefined;
  readonly event: RequestPaused;
  /** That of the hop which is paused now. */
  requestId: string;
  /** Set while a response of `route.fetch` through the browser waits for the handler. */
  holdsResponse: boolean;
  isAnswered: boolean;
  /**
   * Sends a command for this request; that the request is gone is no fault of the caller.
   *
   * @returns false when it is gone
   */
  command(method: string, params: object): Promise<boolean>;
}
