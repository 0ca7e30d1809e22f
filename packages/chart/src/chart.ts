/// <reference lib="esnext.disposable" preserve="true" />
import { dispose as disposeECharts, type ECharts, type EChartsCoreOption, type SetOptionOpts } from "echarts/core";
// As long as it is because it has every method of an ECharts instance, so that programs written for one run unchanged.
import { type ChartTable, describeChart, tableOfChart } from "./describe-chart.ts";
import type { ChartEvent, ChartEventName, QueriedEvent } from "./event/chart-event.ts";
import { iterateEvents } from "./event/iterate-events.ts";
import type { LowLevelEvents } from "./event/low-level-event.ts";
import { warnOfMissingPart } from "./event/missing-part.ts";
import { honourSilence } from "./event/own-silence.ts";
import { passiveParams } from "./event/passive-params.ts";
import { type ChartQuery, parseQuery } from "./event/query.ts";
import { type Holder, type Subscription, Subscriptions } from "./event/subscriptions.ts";
import { TriggerEvents } from "./event/trigger-event.ts";
import { whenAborted } from "./event/when-aborted.ts";
import { withoutMotion } from "./motion.ts";
import { observeSize } from "./observe-size.ts";
import { Presence } from "./presence.ts";

/** How to end what `listen` began; harmless twice. */
export interface Listening extends Disposable {
  dispose(): void;
}

export interface ListenOptions {
  /** Ends the listening; nothing is registered when it is aborted already. */
  readonly signal?: AbortSignal | undefined;
  /** Ends with the first event. */
  readonly once?: boolean;
  /** The handler only looks: `preventDefault` and `stop` do nothing in it. */
  readonly passive?: boolean;
}

export interface EventsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Events that wait until they are asked for; the oldest goes first. 64 unless given. */
  readonly buffer?: number;
}

type OneOrMany<Name> = Name | readonly Name[];
type Handler<Params, This = Chart> = (this: This, params: Params) => void;
type HandlerOf<Params> = (params: Params) => void;
/** The drawing surface, with typed events. */
type Surface = Omit<ReturnType<ECharts["getZr"]>, "on" | "off"> & LowLevelEvents;
type Passed<Method extends keyof ECharts> = ECharts[Method] extends (...args: infer Args) => unknown ? Args : never;

/** A chart in an element, for as long as `dispose` is not called. */
export class Chart implements Disposable {
  readonly convertToPixel: ECharts["convertToPixel"];
  readonly convertFromPixel: ECharts["convertFromPixel"];
  readonly #raw: ECharts;
  readonly #settle: () => void;
  readonly #subscriptions: Subscriptions;
  readonly #triggerEvents: TriggerEvents;
  readonly #presence: Presence;
  readonly #end = new AbortController();

  /** @param settle - called before anything is asked of the instance but its surface and its size */
  constructor(raw: ECharts, settle: () => void = () => undefined) {
    this.#raw = raw;
    this.#settle = settle;
    this.#subscriptions = new Subscriptions(raw);
    this.#triggerEvents = new TriggerEvents(raw);
    this.#presence = new Presence(raw);
    honourSilence(raw);
    const { convertToPixel, convertFromPixel } = raw;
    this.convertToPixel = (...args: unknown[]) => Reflect.apply(convertToPixel, this.raw, args);
    this.convertFromPixel = (...args: unknown[]) => Reflect.apply(convertFromPixel, this.raw, args);
    this.resize = this.resize.bind(this);
  }

  /** The ECharts instance inside. */
  get raw(): ECharts {
    this.#settle();
    return this.#raw;
  }

  /** Aborted by `dispose`. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Charts of the same group repeat each other's actions once `connect` was called for it. */
  get group(): string {
    return this.raw.group;
  }

  set group(group: string) {
    this.raw.group = group;
  }

  /**
   * Calls `handler` on each event of a name, and of those the query asks for. Handlers run in the order of their
   * registration; one function counts once for each name and query.
   *
   * @param context - becomes `this`; the chart unless given
   * @throws TypeError for a query that no event can have
   * @see spec 3, Chart event API
   */
  on<Name extends ChartEventName, This = Chart>(
    name: Name,
    handler: Handler<ChartEvent<Name>, This>,
    context?: This,
  ): this;
  on<Name extends ChartEventName, const Query extends ChartQuery, This = Chart>(
    name: Name,
    query: Query,
    handler: Handler<QueriedEvent<Name, Query>, This>,
    context?: This,
  ): this;
  on(name: ChartEventName, ...rest: readonly unknown[]): this {
    if (this.isDisposed()) return this;
    const [query, handler, context] = typeof rest[0] === "function" ? [undefined, ...rest] : rest;
    if (typeof handler !== "function") return this;
    const deliver = (params: unknown) => void Reflect.apply(handler, context ?? this, [params]);
    this.#subscribe({ name, query: query as ChartQuery | undefined, handler, deliver }); // by the overloads
    return this;
  }

  /** Removes a handler under all its queries, all of a name, or all. */
  off<Name extends ChartEventName>(name?: Name, handler?: (params: never) => void): this {
    if (!this.isDisposed()) this.#subscriptions.remove(name?.toLowerCase(), handler);
    return this;
  }

  /** As `on`, and gives back how to end it. An array of names gives the union of their params. */
  listen<Name extends ChartEventName>(
    names: OneOrMany<Name>,
    handler: HandlerOf<ChartEvent<Name>>,
    options?: ListenOptions,
  ): Listening;
  listen<Name extends ChartEventName, const Query extends ChartQuery>(
    names: OneOrMany<Name>,
    query: Query,
    handler: HandlerOf<QueriedEvent<Name, Query>>,
    options?: ListenOptions,
  ): Listening;
  listen(names: OneOrMany<ChartEventName>, ...rest: readonly unknown[]): Listening {
    const [query, handler, given] = typeof rest[0] === "function" ? [undefined, ...rest] : rest;
    const { signal, once = false, passive = false } = (given ?? {}) as ListenOptions; // by the overloads, as the query
    return this.#listen({ names, query: query as ChartQuery | undefined, handler, signal, once, passive });
  }

  /** The next event. Rejects with the reason of the signal, and when the chart is disposed. */
  once<Name extends ChartEventName>(
    names: OneOrMany<Name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ChartEvent<Name>>;
  once<Name extends ChartEventName, const Query extends ChartQuery>(
    names: OneOrMany<Name>,
    query: Query,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<QueriedEvent<Name, Query>>;
  async once(names: OneOrMany<ChartEventName>, ...rest: readonly unknown[]): Promise<unknown> {
    const { query, options } = queryAndOptions(rest);
    const ends = AbortSignal.any([this.signal, ...(options.signal === undefined ? [] : [options.signal])]);
    ends.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const listening = this.#listen({ names, query, handler: resolve, signal: undefined, once: true });
    // Not with `using`, which not every browser and Node knows that this package is used in.
    const watch = whenAborted(ends, () => reject(ends.reason));
    try {
      return await promise;
    } finally {
      watch[Symbol.dispose]();
      listening.dispose();
    }
  }

  /** All events from now on, until the signal, `break` or `dispose` ends it. */
  events<Name extends ChartEventName>(
    names: OneOrMany<Name>,
    options?: EventsOptions,
  ): AsyncIterableIterator<ChartEvent<Name>>;
  events<Name extends ChartEventName, const Query extends ChartQuery>(
    names: OneOrMany<Name>,
    query: Query,
    options?: EventsOptions,
  ): AsyncIterableIterator<QueriedEvent<Name, Query>>;
  events(names: OneOrMany<ChartEventName>, ...rest: readonly unknown[]): AsyncIterableIterator<unknown> {
    const { query, options } = queryAndOptions(rest);
    const ends = AbortSignal.any([this.signal, ...(options.signal === undefined ? [] : [options.signal])]);
    return iterateEvents((handler) => this.#listen({ names, query, handler, signal: undefined, once: false }), {
      ends,
      buffer: options.buffer ?? 64,
    });
  }

  /** Resolves when nothing moves and nothing is left to draw; at once when that is so and something was drawn. */
  async whenFinished({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#settle();
    if (!this.isDisposed() && this.#presence.isFinished()) return;
    const finished = this.once("finished", { signal });
    if (!this.isDisposed()) this.#presence.askForFrame();
    await finished;
  }

  /** The drawing surface: its events happen over blank areas too. */
  getZr(): Surface {
    return this.#raw.getZr();
  }

  setOption(option: EChartsCoreOption, notMerge?: boolean | SetOptionOpts, lazyUpdate?: boolean): void {
    if (this.isDisposed()) return;
    const options: SetOptionOpts =
      typeof notMerge === "object" ? notMerge : { notMerge: notMerge ?? false, lazyUpdate: lazyUpdate ?? false };
    this.#settle();
    this.#presence.draw(this.#triggerEvents.honour(withoutMotion(option), options), options);
  }

  getOption(): EChartsCoreOption {
    const option: EChartsCoreOption | undefined = this.raw.getOption();
    return option === undefined ? option : this.#triggerEvents.asGiven(option);
  }

  /** What the chart shows in words, for people who do not see it. */
  describe(format?: (value: number) => string): string {
    return describeChart(this.raw.getOption() ?? {}, format);
  }

  /** What the chart shows as rows. */
  toTable(): ChartTable {
    return tableOfChart(this.raw.getOption() ?? {});
  }

  /** While false no frame is drawn and no timer runs; what was given meanwhile is drawn on return. */
  setVisible(isVisible: boolean): void {
    this.#settle();
    if (!this.isDisposed()) this.#presence.setVisible(isVisible);
  }

  /** Follows the size of its element. Sizes of zero, as of hidden elements, are passed over. */
  observeResize({ debounce = 50 }: { readonly debounce?: number } = {}): Listening {
    if (this.isDisposed()) return NOT_LISTENING;
    const stop = observeSize(this.getDom(), debounce, (size) => this.resize(size));
    const watch = whenAborted(this.signal, stop);
    const dispose = () => {
      watch[Symbol.dispose]();
      stop();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  resize(size?: Passed<"resize">[0]): void {
    if (!this.isDisposed()) this.#change(() => this.#raw.resize(size));
  }

  dispatchAction(...args: Passed<"dispatchAction">): void {
    if (!this.isDisposed()) this.#change(() => this.raw.dispatchAction(...args));
  }

  getId(): string {
    return this.raw.getId();
  }

  isSSR(): boolean {
    return this.raw.isSSR();
  }

  getDom(): HTMLElement {
    return this.#raw.getDom();
  }

  getWidth(): number {
    return this.#raw.getWidth();
  }

  getHeight(): number {
    return this.#raw.getHeight();
  }

  getDevicePixelRatio(): number {
    return this.raw.getDevicePixelRatio();
  }

  getDataURL(...args: Passed<"getDataURL">): string {
    return this.raw.getDataURL(...args);
  }

  getConnectedDataURL(...args: Passed<"getConnectedDataURL">): string {
    return this.raw.getConnectedDataURL(...args);
  }

  getSvgDataURL(): string {
    return this.raw.getSvgDataURL();
  }

  renderToSVGString(...args: Passed<"renderToSVGString">): string {
    return this.raw.renderToSVGString(...args);
  }

  renderToCanvas(...args: Passed<"renderToCanvas">): HTMLCanvasElement {
    return this.raw.renderToCanvas(...args);
  }

  containPixel(...args: Passed<"containPixel">): boolean {
    return this.raw.containPixel(...args);
  }

  convertToLayout(...args: Passed<"convertToLayout">): ReturnType<ECharts["convertToLayout"]> {
    return this.raw.convertToLayout(...args);
  }

  getVisual(...args: Passed<"getVisual">): ReturnType<ECharts["getVisual"]> {
    return this.raw.getVisual(...args);
  }

  setTheme(...args: Passed<"setTheme">): void {
    if (!this.isDisposed()) this.#change(() => this.raw.setTheme(...args));
  }

  appendData(...args: Passed<"appendData">): void {
    this.#change(() => this.raw.appendData(...args));
  }

  showLoading(name?: string, look?: object): void {
    this.raw.showLoading(name, look);
  }

  hideLoading(): void {
    this.raw.hideLoading();
  }

  clear(): void {
    this.setOption({ series: [] }, true);
  }

  isDisposed(): boolean {
    return this.#subscriptions.isClosed || this.#raw.isDisposed();
  }

  dispose(): void {
    if (this.isDisposed()) return;
    const isAmidEvent = this.#subscriptions.isDelivering;
    this.#subscriptions.close();
    // The library goes on with a chart after its handlers, and fails where they took it away.
    if (isAmidEvent) queueMicrotask(() => disposeECharts(this.#raw));
    else disposeECharts(this.#raw);
    this.#end.abort(new DOMException("The chart was disposed.", "AbortError"));
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** What is drawn after it must be waited for. */
  #change(change: () => void): void {
    this.#presence.begin();
    change();
  }

  #listen({ names, query, handler, signal, once, passive = false }: ListenRequest): Listening {
    if (typeof handler !== "function" || this.isDisposed() || signal?.aborted === true) return NOT_LISTENING;
    const deliver = (params: unknown) => void Reflect.apply(handler, this, [passive ? passiveParams(params) : params]);
    const all: readonly string[] = [...new Set([names].flat())];
    let left = all.length;
    // A signal that outlives the chart must not keep it.
    const ended = () => {
      left -= 1;
      if (left === 0) watch?.[Symbol.dispose]();
    };
    const holder: Holder = { ended, ...(once ? { first: () => dispose() } : {}) };
    const releases = all.map((name) => this.#subscribe({ name, query, handler, deliver }, holder));
    const watch = signal === undefined ? undefined : whenAborted(signal, () => dispose());
    const dispose = () => {
      for (const release of releases) release();
      watch?.[Symbol.dispose]();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  #subscribe({ name, query, ...rest }: Request, holder?: Holder): () => void {
    this.#settle();
    const lowerCase = name.toLowerCase();
    // The library keeps handlers in an object that has these members from its birth, and fails at every event then.
    if (lowerCase in Object.prototype) throw new TypeError(`There is no event "${name}".`);
    warnOfMissingPart(lowerCase);
    const parsed = query === undefined || query === null ? undefined : parseQuery(query);
    return this.#subscriptions.add({ ...rest, name: lowerCase, query: parsed }, holder);
  }
}

type Request = Omit<Subscription, "query"> & { readonly query: ChartQuery | undefined };

interface ListenRequest {
  readonly names: OneOrMany<ChartEventName>;
  readonly query: ChartQuery | undefined;
  readonly handler: unknown;
  readonly signal: AbortSignal | undefined;
  readonly once: boolean;
  readonly passive?: boolean;
}

const NOT_LISTENING: Listening = { dispose: () => undefined, [Symbol.dispose]: () => undefined };

/** Options have a signal or a buffer, which no query has. */
function queryAndOptions(rest: readonly unknown[]) {
  const [first, second] = rest;
  const isQuery =
    second !== undefined ||
    typeof first === "string" ||
    (typeof first === "object" && first !== null && !("signal" in first || "buffer" in first));
  return {
    query: (isQuery ? first : undefined) as ChartQuery | undefined, // by the overloads
    options: ((isQuery ? second : first) ?? {}) as EventsOptions,
  };
}
