"use client";
import type { EChartsCoreOption } from "echarts/core";
import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Chart as ChartInstance } from "./chart.ts";
import { init, type Theme } from "./chart-instance.ts";
import { type ChartTable, describeChart } from "./describe-chart.ts";
import type { ChartEventMap, ChartEventName } from "./event/chart-event.ts";
import type { ChartQuery } from "./event/query.ts";
import { observeKeyboard } from "./keyboard/observe-keyboard.ts";
import { pointInWords } from "./keyboard/point-in-words.ts";
import { useCalmText } from "./use-calm-text.ts";
import { watchPresence } from "./watch-presence.ts";

export { useCalmText } from "./use-calm-text.ts";

/** Handlers by the name of the event, or by `name@query` for one source: `click@series.pie`. */
export type ChartHandlers = {
  readonly [Name in ChartEventName]?: (params: ChartEventMap[Name]) => void;
} & {
  readonly [Queried in `${ChartEventName}@${string}`]?: QueriedHandler<Queried>;
};

/** Typed as a method is: a handler may ask for what its query grants, as the share of a pie. */
type QueriedHandler<Queried> = Queried extends `${infer Name extends ChartEventName}@${string}`
  ? { handle(params: ChartEventMap[Name]): void }["handle"]
  : never;

export interface ChartProps {
  readonly option: EChartsCoreOption;
  readonly theme?: Theme;
  /** The renderer must have been registered. Canvas unless given. */
  readonly renderer?: "canvas" | "svg";
  readonly onEvents?: ChartHandlers;
  /** Charts of one group repeat each other's actions once `connect` was called for it. */
  readonly syncGroup?: string;
  /** The name of the chart for people who do not see it. */
  readonly label: string;
  /** The same in words; made from the option unless given. */
  readonly summary?: string;
  /** The key T while the chart has the focus: its data as rows. */
  readonly onTable?: (table: ChartTable) => void;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** An ECharts chart as a component: one instance for the life of its element. Register what the option names. */
export function Chart(props: ChartProps) {
  const { option, theme, renderer, onEvents, syncGroup, label, summary, onTable, className, style } = props;
  const figure = useRef<HTMLElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ChartInstance>();
  const look = useRef(theme);
  const handlers = useRef(onEvents);
  const table = useRef(onTable);
  const id = useId();
  // Handlers may change with every rendering; what is registered asks for the newest.
  useEffect(() => {
    handlers.current = onEvents;
    table.current = onTable;
  });

  useEffect(() => {
    if (element.current === null) return undefined;
    const made = init(element.current, look.current ?? null, renderer === undefined ? {} : { renderer });
    setChart(made);
    const resizing = made.observeResize();
    const keys = observeKeyboard(made, {
      element: figure.current ?? element.current,
      onTable: () => table.current?.(made.toTable()),
    });
    const speaking = made.listen(["mouseover", "mouseout"], (params) => {
      if (said.current === null || params.viaKeyboard !== true) return;
      said.current.textContent = params.type === "mouseout" ? "" : pointInWords(made.raw, params);
    });
    const forget = watchPresence(element.current, (isSeen) => made.setVisible(isSeen));
    return () => {
      forget();
      speaking.dispose();
      keys.dispose();
      resizing.dispose();
      made.dispose();
    };
  }, [renderer]);

  const events = Object.keys(onEvents ?? {})
    .sort()
    .join(" ");
  useEffect(() => {
    if (chart === undefined) return undefined;
    const listening = events
      .split(" ")
      .filter((event) => event !== "")
      .map((event) => listenTo(chart, event, handlers));
    return () => {
      for (const one of listening) one.dispose();
    };
  }, [events, chart]);

  useEffect(() => {
    if (chart !== undefined) chart.group = syncGroup ?? "";
  }, [syncGroup, chart]);

  useEffect(() => {
    if (chart === undefined) return;
    const isOtherLook = theme !== look.current;
    look.current = theme;
    // A theme takes the library back to the first option that nothing was merged with: it must be the newest.
    chart.setOption(option, { notMerge: isOtherLook, lazyUpdate: true, replaceMerge: ["series"] });
    if (isOtherLook) chart.setTheme(theme ?? "default");
  }, [option, theme, chart]);

  const words = useMemo(() => summary ?? describeChart(option), [summary, option]);
  const calmSummary = useCalmText(words);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys walk through the points of a chart
    <figure ref={figure} className={className} style={style} aria-label={label} aria-describedby={id} tabIndex={0}>
      <div ref={element} style={{ width: "100%", height: "100%" }} />
      <p id={id} style={HIDDEN}>
        {calmSummary}
      </p>
      <p ref={said} style={HIDDEN} role="status" />
    </figure>
  );
}

function listenTo(chart: ChartInstance, event: string, handlers: { readonly current: ChartHandlers | undefined }) {
  const [name = "", query] = event.split("@", 2);
  const handler = (params: unknown) => {
    // Each key has the handler of its own event; the types of the props say so.
    const now = (handlers.current ?? {}) as Readonly<Record<string, ((params: unknown) => void) | undefined>>;
    now[event]?.(params);
  };
  if (query === undefined) return chart.listen(name as ChartEventName, handler);
  return chart.listen(name as ChartEventName, query as ChartQuery, handler);
}

/** Read out, not seen. */
const HIDDEN: CSSProperties = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
};
