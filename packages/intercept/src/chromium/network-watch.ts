import type { ResourceType } from "../chain/resource-type.ts";
import type { CdpEvent } from "./link.ts";
import type { FramePayload, WireTiming } from "./protocol.ts";

/** How a request was sent on. */
export interface Answer {
  readonly sessionId: string | undefined;
  readonly requestId: string;
  readonly params: object;
}

interface Watched {
  type?: string | undefined;
  frameId?: string | undefined;
  loaderId?: string | undefined;
  /** Of whoever asked: a dedicated worker's requests are paused in its page's session. */
  sessionId?: string | undefined;
  timing?: WireTiming | undefined;
  failed?: (errorText: string) => void;
  answer?: Answer;
}

const MAX_WATCHED = 10_000;
const TYPES: ReadonlyMap<string | undefined, ResourceType> = new Map([
  ["Fetch", "fetch"],
  ["XHR", "xhr"],
  ["EventSource", "eventsource"],
]);

/** What the Network domain tells about requests, by its ids, from their start to their end. */
export class NetworkWatch {
  /** Whether pages tell; dedicated workers always do. */
  isOn = false;
  readonly #watchedById = new Map<string | undefined, Watched>();
  readonly #waitingById = new Map<string, () => void>();

  learn(event: CdpEvent): void {
    if (event.method === "Network.requestWillBeSent") {
      const { requestId, type, frameId, loaderId } = event.params;
      Object.assign(this.#at(requestId), { type, frameId, loaderId, sessionId: event.sessionId });
      this.#waitingById.get(requestId)?.();
    } else if (event.method === "Network.responseReceived") {
      const watched = this.#watchedById.get(event.params.requestId);
      if (watched !== undefined) watched.timing = event.params.response.timing;
    } else if (event.method === "Network.loadingFailed") {
      this.#watchedById.get(event.params.requestId)?.failed?.(event.params.errorText);
      this.#watchedById.delete(event.params.requestId);
    } else if (event.method === "Network.loadingFinished") this.#watchedById.delete(event.params.requestId);
    else if (event.method === "Page.frameNavigated") this.#leave(event.params.frame);
  }

  /** Nothing more is told of what the document before had asked for. */
  #leave({ id: frameId, loaderId }: FramePayload): void {
    for (const [id, watched] of this.#watchedById) {
      const isLeft = watched.frameId === frameId && watched.loaderId !== loaderId;
      if (isLeft && watched.failed === undefined) this.#watchedById.delete(id);
    }
  }

  /** `fetch`, `xhr` or `eventsource`, once the request's start was told. */
  typeOf(networkId: string | undefined): ResourceType | undefined {
    return TYPES.get(this.#watchedById.get(networkId)?.type);
  }

  sessionOf(networkId: string | undefined): string | undefined {
    return this.#watchedById.get(networkId)?.sessionId;
  }

  timingOf(networkId: string | undefined): WireTiming | undefined {
    return this.#watchedById.get(networkId)?.timing;
  }

  /** Calls back when the start of a request was told, at the latest after half a second. */
  whenStarted(networkId: string, callback: () => void): void {
    if (this.#watchedById.get(networkId)?.type !== undefined) {
      callback();
      return;
    }
    const timer = setTimeout(() => this.#waitingById.get(networkId)?.(), 500);
    this.#waitingById.set(networkId, () => {
      clearTimeout(timer);
      this.#waitingById.delete(networkId);
      callback();
    });
  }

  onFailure(networkId: string, failed: (errorText: string) => void): void {
    this.#at(networkId).failed = failed;
  }

  /** Keeps how a request that is under way was sent on, in case the browser's network stack starts it anew. */
  answered(networkId: string | undefined, answer: Answer): void {
    const watched = this.#watchedById.get(networkId);
    if (watched !== undefined) watched.answer = answer;
  }

  /** How the same request was sent on before, in the same session. */
  answerOf(networkId: string | undefined, sessionId: string | undefined): Answer | undefined {
    const answer = this.#watchedById.get(networkId)?.answer;
    return answer?.sessionId === sessionId ? answer : undefined;
  }

  endSession(sessionId: string): void {
    for (const [id, watched] of this.#watchedById) if (watched.sessionId === sessionId) this.#watchedById.delete(id);
  }

  get size(): number {
    return this.#watchedById.size;
  }

  #at(id: string): Watched {
    const existing = this.#watchedById.get(id);
    if (existing !== undefined) return existing;
    const oldest = this.#watchedById.size >= MAX_WATCHED ? this.#watchedById.keys().next().value : undefined;
    if (oldest !== undefined) this.#watchedById.delete(oldest);
    const watched: Watched = {};
    this.#watchedById.set(id, watched);
    return watched;
  }
}
