import type { ECharts } from "echarts/core";
import { report } from "../report.ts";
import { isActionOn } from "./action-target.ts";
import { completeParams } from "./complete-params.ts";
import { isMouseEvent } from "./mouse-event.ts";
import type { ParsedQuery } from "./query.ts";

/** Somebody who wants to hear of an event. `handler` is what `off` knows it by. */
export interface Subscription {
  readonly name: string;
  readonly query: ParsedQuery | undefined;
  readonly handler: object;
  /** Called with the completed params. */
  readonly deliver: (params: unknown) => void;
}

/** Who asked for a delivery. */
export interface Holder {
  /** Called when the delivery ends for them. */
  readonly ended?: () => void;
  /** Called before the handler, of those who want the first event alone. */
  readonly first?: () => void;
}

interface Entry extends Subscription {
  readonly wrapped: (params: unknown) => void;
  /** All who asked for this same delivery. */
  readonly holders: Set<Holder>;
}

/** Stands for all who asked without wanting to know of the end. */
const NOBODY: Holder = {};

interface RawEvents {
  on(name: string, handler: (params: unknown) => void): unknown;
  on(name: string, query: string | object, handler: (params: unknown) => void): unknown;
  off(name: string, handler: (params: unknown) => void): unknown;
  /** What the library compares queries with while it delivers; the end of any other delivery empties it. */
  readonly _$eventProcessor?: { eventInfo?: unknown };
}

/**
 * The handlers of one chart. Each has a function of its own at the library, which knows handlers by their function
 * alone: the same one under a second query would never be called.
 */
export class Subscriptions {
  readonly #raw: ECharts;
  readonly #events: RawEvents;
  readonly #completers = new Map<string, (params: unknown) => void>();
  #entries: readonly Entry[] = [];
  #deliveries = 0;
  #isClosed = false;

  constructor(raw: ECharts) {
    this.#raw = raw;
    // Names come from our own map of events; the library's types know few of them.
    this.#events = raw as unknown as RawEvents;
  }

  /**
   * @param holder - is told when the delivery ends, by `remove` or with the last that asked for it
   * @returns takes this one back; harmless twice
   */
  add(subscription: Subscription, holder: Holder = NOBODY): () => void {
    const { name, query, handler } = subscription;
    const known = this.#entries.find(
      (entry) => entry.name === name && entry.handler === handler && entry.query?.key === query?.key,
    );
    const entry = known ?? this.#begin(subscription);
    entry.holders.add(holder);
    return () => {
      if (!entry.holders.delete(holder)) return;
      if (entry.holders.size === 0) this.#end([entry]);
      holder.ended?.();
    };
  }

  /** Nothing is delivered any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A handler runs now, to which the library will come back. */
  get isDelivering(): boolean {
    return this.#deliveries > 0;
  }

  close(): void {
    this.#isClosed = true;
    this.remove();
  }

  /** Removes one handler under all its queries, all of a name, or all. */
  remove(name?: string, handler?: object): void {
    this.#end(
      this.#entries.filter(
        (entry) => (name === undefined || entry.name === name) && (handler === undefined || entry.handler === handler),
      ),
    );
  }

  #begin(subscription: Subscription): Entry {
    const { name, query } = subscription;
    const holders = new Set<Holder>();
    const wrapped = (params: unknown) => this.#deliver({ ...subscription, holders }, params);
    this.#completeFirst(name);
    if (query !== undefined && isMouseEvent(name)) this.#events.on(name, query.given, wrapped);
    else this.#events.on(name, wrapped);
    const entry = { ...subscription, wrapped, holders };
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  #deliver({ name, query, deliver, holders }: Omit<Entry, "wrapped">, told: unknown): void {
    if (this.#isClosed || this.#raw.isDisposed()) return;
    const params = isMembers(told) && "type" in told ? told : { ...Object(told), type: name };
    if (query !== undefined && !isMouseEvent(name) && !isActionOn(this.#raw, params, query)) return;
    const processor = this.#events._$eventProcessor;
    const eventInfo = processor?.eventInfo;
    for (const { first } of [...holders]) first?.();
    this.#deliveries += 1;
    try {
      deliver(params);
    } catch (error) {
      report(error);
    } finally {
      this.#deliveries -= 1;
      // A handler that dispatches an action would make all queries of those after it match.
      if (processor !== undefined) processor.eventInfo = eventInfo;
    }
  }

  /** Completes the params before the first handler, and before the library compares them with a query. */
  #completeFirst(name: string): void {
    if (this.#completers.has(name)) return;
    const complete = (params: unknown) => {
      if (isMembers(params)) completeParams(this.#raw, params);
    };
    this.#completers.set(name, complete);
    this.#events.on(name, complete);
  }

  #end(gone: readonly Entry[]): void {
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry));
    for (const { holders } of gone) for (const { ended } of holders) ended?.();
    if (this.#raw.isDisposed()) return;
    for (const { name, wrapped } of gone) this.#events.off(name, wrapped);
    for (const [name, complete] of this.#completers) {
      if (this.#entries.some((entry) => entry.name === name)) continue;
      this.#events.off(name, complete);
      this.#completers.delete(name);
    }
  }
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
