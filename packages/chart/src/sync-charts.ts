import type { TimeSeries } from "./time-series/time-series.ts";

/** Charts that share a cursor; each may come and go. */
export interface CursorGroup extends Disposable {
  add(chart: TimeSeries): void;
  remove(chart: TimeSeries): void;
  dispose(): void;
}

/**
 * Lets charts show each other's cursor. It is matched by time, not by index, so that charts of different
 * resolution agree; a cursor is never sent back to where it came from.
 */
export function syncCharts(charts: Iterable<TimeSeries> = []): CursorGroup {
  const leave = new Map<TimeSeries, () => void>();
  const add = (chart: TimeSeries) => {
    if (leave.has(chart)) return;
    leave.set(
      chart,
      chart.onCursor((cursor) => {
        for (const other of leave.keys()) if (other !== chart) other.showCursor(cursor?.time);
      }),
    );
  };
  const remove = (chart: TimeSeries) => {
    leave.get(chart)?.();
    leave.delete(chart);
  };
  const dispose = () => {
    for (const chart of leave.keys()) remove(chart);
  };
  for (const chart of charts) add(chart);
  return { add, remove, dispose, [Symbol.dispose]: dispose };
}
