import { type Chart, type ChartKind, type ChartOption, init, loadChartKind } from "@vedette/chart/core";
import { useEffect, useId, useRef, useState } from "react";
import type { Size } from "../view/use-size.ts";

interface ChartCanvasProps {
  readonly label: string;
  /** The same in words. */
  readonly summary: string;
  readonly kind: ChartKind;
  readonly option: ChartOption;
  readonly size: Size;
}

/** A chart without a time axis. One canvas for its whole life. */
export function ChartCanvas({ label, summary, kind, option, size }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(undefined);
  const [isReady, setReady] = useState(false);
  const id = useId();

  useEffect(() => {
    const load = async () => {
      await loadChartKind(kind);
      setReady(true);
    };
    void load();
  }, [kind]);

  useEffect(() => {
    if (element.current === null) return undefined;
    const made = init(element.current);
    chart.current = made;
    return () => {
      made.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => {
    const made = chart.current;
    if (made === undefined || !isReady) return;
    if (made.getWidth() !== size.width || made.getHeight() !== size.height) made.resize(size);
    made.setOption(option, true);
  }, [option, size, isReady]);

  return (
    <figure className="v-chart" aria-label={label} aria-describedby={id}>
      <div ref={element} style={{ width: size.width, height: size.height }} />
      <p id={id} className="v-hidden">
        {summary}
      </p>
    </figure>
  );
}
