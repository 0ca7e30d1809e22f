import { createTimeSeries, type Series, type TimeSeries } from "@vedette/chart/core";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { DisplayField } from "../../model/frame/frame.ts";
import type { Span } from "../../model/time/time-range.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { scaledToType } from "../time-series/series-of-frames.ts";

interface SparklineProps {
  readonly field: DisplayField;
  readonly time: DisplayField;
  readonly color: string | undefined;
  readonly span: Span;
  readonly size: Size;
  readonly label: string;
}

/** The course of a value behind the value itself; it has no scale and says nothing that the number does not. */
export function Sparkline({ field, time, color, span, size }: SparklineProps) {
  const { chartTheme } = useDashboard();
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<TimeSeries>(undefined);
  const series = useMemo<Series[]>(
    () => [
      {
        name: field.displayName,
        t: Float64Array.from(time.values, Number),
        v: Float64Array.from(field.values, (value) => (typeof value === "number" ? value : Number.NaN)),
        color: color ?? chartTheme.series[0] ?? chartTheme.text,
        draw: { width: scaledToType(1.5, chartTheme), fill: 0.22, fade: "opacity", points: "never" },
      },
    ],
    [field, time, color, chartTheme],
  );
  const height = Math.round(size.height * 0.42);
  const create = useEffectEvent((dom: HTMLElement) =>
    createTimeSeries(dom, {
      width: size.width,
      height,
      series,
      range: span,
      look: { isBare: true },
      theme: chartTheme,
    }),
  );
  useEffect(() => {
    if (element.current === null) return undefined;
    const made = create(element.current);
    chart.current = made;
    return () => {
      made.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => chart.current?.setData(series), [series]);
  useEffect(() => chart.current?.setRange(span.from, span.to), [span]);
  useEffect(() => chart.current?.resize(size.width, height), [size.width, height]);

  return (
    <div className="v-sparkline" aria-hidden>
      <div ref={element} style={{ height }} />
    </div>
  );
}
