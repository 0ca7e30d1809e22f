import type { RequestInitiator } from "../chain/resource-type.ts";
import type { LazyFetch } from "../fetch/lazy-fetch.ts";
import type { ChromiumOptions } from "../options.ts";
import type { Flights } from "./flights.ts";
import type { Frames } from "./frames.ts";
import type { HeldRequest } from "./held-request.ts";
import type { CdpLink } from "./link.ts";
import type { NetworkWatch } from "./network-watch.ts";
import type { StreamServer } from "./stream-server.ts";

/** What a paused request needs of the backend that holds it. */
export interface ChromiumContext {
  readonly link: CdpLink;
  readonly options: ChromiumOptions;
  readonly flights: Flights;
  readonly frames: Frames;
  readonly network: NetworkWatch;
  readonly nodeFetch: LazyFetch;
  /** Loaded with the first body that comes piece by piece. */
  streams(): Promise<StreamServer>;
  initiatorOf(pause: HeldRequest): RequestInitiator;
  /** The session whose cookie store a frame's requests use. */
  cookieSession(sessionId: string | undefined, frameId: string | undefined): string | undefined;
  /** The request is about to be sent on. */
  proceeding(pause: HeldRequest): void;
  /** The request waits no longer. */
  released(pause: HeldRequest): void;
  warn(message: string): void;
}
