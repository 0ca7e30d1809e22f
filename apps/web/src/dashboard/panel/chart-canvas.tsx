import { type Chart, type ChartOption, init } from "@vedette/chart";
import { useEffect, useId, useRef } from "react";
import type { Size } from "../view/use-size.ts";

interface ChartCanvasProps {
  readonly label: string;
  /** The same in words. */
  readonly summary: string;
  readonly option: ChartOption;
  readonly size: Size;
}

/** A chart without a time axis. One canvas for its whole life. */
export function ChartCanvas({ label, summary, option, size }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(undefined);
  const id = useId();

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
    if (made === undefined) return;
    if (made.getWidth() !== size.width || made.getHeight() !== size.height) made.resize(size);
    made.setOption(option, "all");
  }, [option, size]);

  return (
    <figure className="v-chart" aria-label={label} aria-describedby={id}>
      <div ref={element} style={{ width: size.width, height: size.height }} />
      <p id={id} className="v-hidden">
        {summary}
      </p>
    </figure>
  );
}
