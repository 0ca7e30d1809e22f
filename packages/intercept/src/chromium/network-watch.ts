import type { ResourceType } from "../chain/resource-type.ts";
import type { CdpEvent } from "./link.ts";
import type { WireTiming } from "./protocol.ts";

interface Watched {
  type: string | undefined;
  timing: WireTiming | undefined;
  failed: ((errorText: string) => void) | undefined;
}

const MAX_WATCHED = 10_000;

/** What the Network domain tells about requests, by its ids, from their start to their end. */
export class NetworkWatch {
  readonly #watchedById = new Map<string, Watched>();
  readonly #waitingById = new Map<string, () => void>();

  learn(event: CdpEvent): void {
    if (event.method === "Network.requestWillBeSent") {
      this.#at(event.params.requestId).type = event.params.type;
      const wake = this.#waitingById.get(event.params.requestId);
      this.#waitingById.delete(event.params.requestId);
      wake?.();
    }
    if (event.method === "Network.responseReceived") {
      const watched = this.#watchedById.get(event.params.requestId);
      if (watched !== undefined) watched.timing = event.params.response.timing;
    }
    if (event.method === "Network.loadingFailed") {
      this.#watchedById.get(event.params.requestId)?.failed?.(event.params.errorText);
      this.#watchedById.delete(event.params.requestId);
    }
    if (event.method === "Network.loadingFinished") this.#watchedById.delete(event.params.requestId);
  }

  /** `fetch`, `xhr` or `eventsource`, once the request's start was told. */
  typeOf(networkId: string | undefined): ResourceType | undefined {
    const type = networkId === undefined ? undefined : this.#watchedById.get(networkId)?.type;
    return type === "Fetch" ? "fetch" : type === "XHR" ? "xhr" : type === "EventSource" ? "eventsource" : undefined;
  }

  timingOf(networkId: string | undefined): WireTiming | undefined {
    return networkId === undefined ? undefined : this.#watchedById.get(networkId)?.timing;
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

  get size(): number {
    return this.#watchedById.size;
  }

  #at(id: string): Watched {
    const existing = this.#watchedById.get(id);
    if (existing !== undefined) return existing;
    const oldest = this.#watchedById.size >= MAX_WATCHED ? this.#watchedById.keys().next().value : undefined;
    if (oldest !== undefined) this.#watchedById.delete(oldest);
    const watched: Watched = { type: undefined, timing: undefined, failed: undefined };
    this.#watchedById.set(id, watched);
    return watched;
  }
}
