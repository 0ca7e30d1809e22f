import { AsyncLocalStorage } from "node:async_hooks";
import type { Request } from "../chain/request.ts";
import type { HeaderEntry } from "../http/headers.ts";
import { standIn } from "./stand-in.ts";

/** One call of `fetch`, which follows redirects by itself: every hop after the first is a dispatch of the same call. */
export interface FetchCall {
  hops: number;
  /** The request of the hop before, when it was routed. */
  last: Request | null;
  /** Headers a handler gave; they travel with redirects. */
  headers: readonly HeaderEntry[] | undefined;
  /** Whether it is known by its context; else its redirects have to be watched. */
  readonly isGlobal: boolean;
}

/** Knows which dispatches belong to the same call of `fetch`. */
export class FetchCalls {
  readonly #storage = new AsyncLocalStorage<FetchCall>();
  /** Calls of undici's own `fetch` that are about to follow a redirect, by where it leads. */
  readonly #followingByUrl = new Map<string, FetchCall>();
  #restore: (() => void) | undefined;

  /** Stands in for the global `fetch` until `uninstall`. @param onCall - called before each call */
  install(onCall: () => void): void {
    const original = globalThis.fetch;
    const storage = this.#storage;
    const calling: typeof fetch = function fetch(...args) {
      onCall();
      return storage.run(newCall(true), () => original(...args));
    };
    this.#restore = standIn(globalThis, "fetch", calling);
  }

  uninstall(): void {
    this.#restore?.();
  }

  /** The call that a dispatch belongs to, counted. Only `fetch` sends the header by which its dispatches are known. */
  dispatched(url: string, headers: unknown): FetchCall | undefined {
    if (typeof headers !== "object" || headers === null || !("sec-fetch-mode" in headers)) return undefined;
    const call = this.#storage.getStore() ?? this.#followingByUrl.get(url) ?? newCall(false);
    this.#followingByUrl.delete(url);
    call.hops += 1;
    return call;
  }

  /** undici gives a connection up when it follows a redirect, and dispatches the next hop before anything else happens. */
  follows(call: FetchCall, from: string, location: string): void {
    const url = URL.parse(location, from);
    if (url === null) return;
    url.hash = "";
    this.#followingByUrl.set(url.href, call);
    setImmediate(() => this.#followingByUrl.delete(url.href));
  }
}

function newCall(isGlobal: boolean): FetchCall {
  return { hops: 0, last: null, headers: undefined, isGlobal };
}
