import { dispose as disposeECharts, type ECharts, getInstanceByDom, init as initECharts } from "echarts/core";
import type { ChartEvent, ChartEventName } from "./chart-event.ts";
import type { ChartOption } from "./chart-option.ts";
import { registerLine } from "./kind/line.ts";

export interface InitOptions {
  /** CSS pixels; the element's own size unless given. */
  readonly width?: number;
  readonly height?: number;
  readonly devicePixelRatio?: number;
}

type Handler<Name extends ChartEventName> = (params: ChartEvent<Name>) => void;

interface Registration {
  readonly name: ChartEventName;
  readonly handler: unknown;
  readonly wrapped: (params: unknown) => void;
}

/** A chart in an element, for as long as `dispose` is not called. `raw` is the ECharts instance inside. */
export class Chart {
  readonly raw: ECharts;
  readonly #end = new AbortController();
  #registrations: Registration[] = [];

  constructor(raw: ECharts) {
    this.raw = raw;
  }

  /** Aborted by `dispose`. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Handlers of one name run in the order of their registration; one function counts once for each name. */
  on<Name extends ChartEventName>(name: Name, handler: Handler<Name>): this {
    if (this.isDisposed() || this.#registrations.some((known) => known.name === name && known.handler === handler)) {
      return this;
    }
    const wrapped = (params: unknown) => handler.call(this, params as ChartEvent<Name>); // ECharts' promise for this name
    this.#registrations.push({ name, handler, wrapped });
    eventsOf(this.raw).on(name, wrapped);
    return this;
  }

  /** Removes one handler, all of a name, or all. */
  off(name?: ChartEventName, handler?: unknown): this {
    const gone = this.#registrations.filter(
      (known) => (name === undefined || known.name === name) && (handler === undefined || known.handler === handler),
    );
    this.#registrations = this.#registrations.filter((known) => !gone.includes(known));
    if (this.isDisposed()) return this;
    for (const { name: known, wrapped } of gone) eventsOf(this.raw).off(known, wrapped);
    return this;
  }

  /** As `on`, and gives back how to end it; also ended by `signal`. */
  listen<Name extends ChartEventName>(
    name: Name,
    handler: Handler<Name>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Disposable & { dispose(): void } {
    const dispose = () => void this.off(name, handler);
    if (signal?.aborted !== true) {
      this.on(name, handler);
      signal?.addEventListener("abort", dispose, { once: true });
    }
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** The drawing surface: its events happen over blank areas too. */
  getZr(): ReturnType<ECharts["getZr"]> {
    return this.raw.getZr();
  }

  /** Draws `option`; what it does not name stays, unless `replace` names whole parts or is `all`. */
  setOption(option: ChartOption, replace: "all" | readonly ("series" | "xAxis" | "yAxis" | "grid")[] = []): void {
    if (replace === "all") this.raw.setOption(option, { notMerge: true });
    else this.raw.setOption(option, { replaceMerge: [...replace] });
  }

  resize(size?: { readonly width: number; readonly height: number }): void {
    this.raw.resize(size);
  }

  dispatchAction(payload: { readonly type: string; readonly [member: string]: unknown }): void {
    this.raw.dispatchAction(payload);
  }

  getDom(): HTMLElement {
    return this.raw.getDom();
  }

  getWidth(): number {
    return this.raw.getWidth();
  }

  getHeight(): number {
    return this.raw.getHeight();
  }

  getDataURL(options?: Parameters<ECharts["getDataURL"]>[0]): string {
    return this.raw.getDataURL(options);
  }

  isDisposed(): boolean {
    return this.raw.isDisposed();
  }

  dispose(): void {
    if (this.isDisposed()) return;
    this.off();
    disposeECharts(this.raw);
    chartByRaw.delete(this.raw);
    this.#end.abort();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

interface Events {
  on(name: string, handler: (params: unknown) => void): unknown;
  off(name: string, handler: (params: unknown) => void): unknown;
}

/** ECharts types most of its events as `unknown`; ours are typed by the map. */
function eventsOf(raw: ECharts): Events {
  return raw;
}

const chartByRaw = new WeakMap<ECharts, Chart>();

/**
 * Makes a chart in an element; an element that has one gives that one. Other kinds than lines have to be loaded with
 * `loadChartKind`.
 *
 * @param theme - a theme as ECharts takes it: its name when registered, or the object
 */
export function init(dom: HTMLElement, theme?: string | object | null, options: InitOptions = {}): Chart {
  const existing = getInstance(dom);
  if (existing !== undefined) return existing;
  registerLine();
  const chart = new Chart(initECharts(dom, theme, options));
  chartByRaw.set(chart.raw, chart);
  return chart;
}

export function getInstance(dom: HTMLElement): Chart | undefined {
  const raw = getInstanceByDom(dom);
  return raw === undefined ? undefined : chartByRaw.get(raw);
}

/** Ends the chart of an element, or a chart; nothing happens where there is none. */
export function disposeChart(target: HTMLElement | Chart): void {
  const chart = target instanceof Chart ? target : getInstance(target);
  chart?.dispose();
}
