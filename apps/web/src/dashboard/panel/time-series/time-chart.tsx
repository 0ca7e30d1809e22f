import {
  type Cursor,
  createTimeSeries,
  type Series,
  samplesAt,
  type TimeSeries,
  type TimeSeriesLook,
} from "@vedette/chart/core";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { fixedRange, type Span, zoomOutSpan } from "../../model/time/time-range.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { timeByKey } from "./key-cursor.ts";
import { hideTooltip, showTooltip, type TooltipContent } from "./tooltip.ts";

interface TimeChartProps {
  /** What the chart is called. */
  readonly label: string;
  /** The same in words. */
  readonly summary: string;
  readonly series: readonly Series[];
  readonly look: TimeSeriesLook;
  readonly span: Span;
  readonly size: Size;
  /** The series that stands out. */
  readonly focus?: string | undefined;
  readonly tooltip: (cursor: Cursor) => TooltipContent | undefined;
}

/** A time chart that keeps its canvas for its whole life; only what changed is given to it. */
export function TimeChart({ label, summary, series, look, span, size, focus, tooltip }: TimeChartProps) {
  const { chartTheme, cursors, onRange, isWall } = useDashboard();
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<TimeSeries>(undefined);
  const keyTime = useRef<number>(undefined);
  const [said, setSaid] = useState("");
  const id = useId();

  const show = useEffectEvent((cursor: Cursor | undefined) => {
    const content = cursor === undefined || isWall ? undefined : tooltip(cursor);
    if (cursor?.pointer === undefined || content === undefined || isSilent(content)) hideTooltip(element);
    else showTooltip(element, content, cursor.pointer);
  });
  const select = useEffectEvent((from: number, to: number) => onRange?.(fixedRange({ from, to })));
  const zoomOut = useEffectEvent(() => onRange?.(fixedRange(zoomOutSpan(span))));
  const create = useEffectEvent((dom: HTMLElement) =>
    createTimeSeries(dom, {
      series,
      range: span,
      look,
      theme: chartTheme,
      onCursor: (cursor) => show(cursor),
      onZoomOut: () => zoomOut(),
      ...(onRange === undefined ? {} : { onSelect: (from: number, to: number) => select(from, to) }),
    }),
  );

  useEffect(() => {
    if (element.current === null) return undefined;
    const made = create(element.current);
    chart.current = made;
    cursors?.add(made);
    return () => {
      cursors?.remove(made);
      hideTooltip(element);
      made.dispose();
      chart.current = undefined;
    };
  }, [cursors]);
  useEffect(() => chart.current?.setData(series), [series]);
  useEffect(() => chart.current?.setLook(look), [look]);
  useEffect(() => chart.current?.setRange(span.from, span.to), [span]);
  useEffect(() => chart.current?.setTheme(chartTheme), [chartTheme]);
  useEffect(() => chart.current?.focus(focus), [focus]);
  useEffect(() => chart.current?.resize(size.width, size.height), [size]);

  const stepTo = (event: KeyboardEvent) => {
    const time = timeByKey(event.key, { series, span, now: keyTime.current });
    if (time === "not mine") return;
    event.preventDefault();
    keyTime.current = time;
    chart.current?.showCursor(time);
    const content =
      time === undefined ? undefined : tooltip({ ...samplesAt(series, time), nearest: -1, pointer: undefined });
    setSaid(content === undefined ? "" : lineOf(content));
  };

  return (
    <figure className="v-chart" aria-label={label} aria-describedby={id} tabIndex={isWall ? -1 : 0} onKeyDown={stepTo}>
      <div className="v-chart-canvas" ref={element} style={{ width: size.width, height: size.height }} />
      <p id={id} className="v-hidden">
        {summary}
      </p>
      <p className="v-hidden" role="status">
        {said}
      </p>
    </figure>
  );
}

function isSilent({ rows, events = [] }: TooltipContent): boolean {
  return rows.length === 0 && events.length === 0;
}

function lineOf({ title, rows, events = [] }: TooltipContent): string {
  return [title, ...[...rows, ...events].map(({ name, value }) => `${name} ${value}`)].join(", ");
}
