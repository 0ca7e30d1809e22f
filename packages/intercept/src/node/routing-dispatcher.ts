import { Dispatcher } from "undici";
import { HeldHandler } from "./dispatch-handler.ts";
import type { FetchCall } from "./fetch-calls.ts";
import { HeldDispatch } from "./held-dispatch.ts";
import type { HeldRequest } from "./node-pause.ts";

/** Who decides over the requests of a dispatcher. */
export interface DispatchDoor {
  /** The call of `fetch` that a dispatch belongs to. */
  callOf(url: string, headers: unknown): FetchCall | undefined;
  /** Whether a body that streams is wanted whole. */
  readsBody(url: string): boolean;
  /** False lets a request through untouched. */
  concerns(url: string, call: FetchCall | undefined): boolean;
  admit(held: HeldRequest, call: FetchCall | undefined): void;
  follows(call: FetchCall, from: string, location: string): void;
}

/** Who has decided over which URL, in the options of a dispatch. Interceptors of undici copy it with the options. */
const DECIDED = Symbol("decided");

interface Decision {
  readonly door: DispatchDoor;
  readonly url: string;
}

type MarkedOptions = Dispatcher.DispatchOptions & { readonly [DECIDED]?: readonly Decision[] };

const urlOf = ({ origin, path }: Dispatcher.DispatchOptions): string => `${origin ?? ""}${path}`;

/** A dispatcher that asks before it passes requests on. */
export class RoutingDispatcher extends Dispatcher {
  readonly #next: Dispatcher;
  readonly #door: DispatchDoor;

  constructor(next: Dispatcher, door: DispatchDoor) {
    super();
    this.#next = next;
    this.#door = door;
  }

  override dispatch(options: MarkedOptions, handler: Dispatcher.DispatchHandler): boolean {
    const url = urlOf(options);
    if (options.upgrade || options.method === "CONNECT") return this.#next.dispatch(options, handler);
    // A program can put its own dispatcher between two of ours.
    if (options[DECIDED]?.some((decision) => decision.door === this.#door && decision.url === url)) {
      return this.#next.dispatch(options, handler);
    }
    const call = this.#door.callOf(url, options.headers);
    const isWatched = call !== undefined && !call.isGlobal;
    const follow = isWatched ? (location: string): void => this.#door.follows(call, url, location) : undefined;
    if (!this.#door.concerns(url, call)) {
      return this.#next.dispatch(options, isWatched ? new HeldHandler(handler, follow) : handler);
    }
    const client = new HeldHandler(handler, follow);
    const held = new HeldDispatch(url, options, { client, next: { dispatch: (...args) => this.#pass(...args) } });
    if (held.expectsContinue) return this.#next.dispatch(options, handler);
    client.hold();
    const admit = (): void => this.#door.admit(held, call);
    // The client's own lines come first: it may not be ready for an answer yet.
    if (options.body === undefined || options.body === null) queueMicrotask(admit);
    else held.prepareBody(this.#door.readsBody(url)).then(admit, (error: Error) => held.fail(error));
    return true;
  }

  #pass(options: MarkedOptions, handler: Dispatcher.DispatchHandler): boolean {
    const decided = [...(options[DECIDED] ?? []), { door: this.#door, url: urlOf(options) }];
    return this.#next.dispatch({ ...options, [DECIDED]: decided } as Dispatcher.DispatchOptions, handler);
  }

  override close(): Promise<void> {
    return this.#next.close();
  }

  override destroy(): Promise<void> {
    return this.#next.destroy();
  }
}
