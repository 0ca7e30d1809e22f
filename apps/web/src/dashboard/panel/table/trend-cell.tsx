import { useMemo } from "react";
import type { DisplayValue } from "../../model/field/display-value.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { isTrend, type Trend } from "../../model/frame/trend.ts";

interface TrendCellProps {
  readonly trend: Trend;
  readonly column: DisplayField;
  readonly shown: DisplayValue;
  /** The number is not seen, but said. */
  readonly isBare: boolean;
}

/** A course as a line over the time of its whole column, and the number that stands for it. */
export function TrendCell({ trend, column, shown, isBare }: TrendCellProps) {
  const path = useMemo(() => pathOf(trend, timesOf(column)), [trend, column]);
  return (
    <span className="v-cell-trend">
      <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden style={{ color: shown.color }}>
        <path d={path} />
      </svg>
      <span className={isBare ? "v-hidden" : undefined}>{shown.line}</span>
    </span>
  );
}

interface Times {
  readonly from: number;
  readonly to: number;
}

const columnTimes = new WeakMap<DisplayField, Times>();

/** From the first to the last point of any row: courses stand below each other. Looked for once in a column. */
function timesOf(column: DisplayField): Times {
  const known = columnTimes.get(column);
  if (known !== undefined) return known;
  const trends = Array.from(column.values).filter(isTrend);
  const times = {
    from: trends.reduce((first, { times }) => Math.min(first, times[0] ?? first), Number.POSITIVE_INFINITY),
    to: trends.reduce((last, { times }) => Math.max(last, times[times.length - 1] ?? last), Number.NEGATIVE_INFINITY),
  };
  columnTimes.set(column, times);
  return times;
}

/** In a box of 100 to 20 with its line inside; a gap is where a value is missing. */
function pathOf({ times, values }: Trend, { from, to }: Times): string {
  const there = Array.from(values).filter(Number.isFinite);
  const low = there.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = there.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const steps: string[] = [];
  for (let at = 0, isDrawing = false; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isFinite(value)) {
      isDrawing = false;
      continue;
    }
    const x = (((times[at] ?? from) - from) / (to - from || 1)) * 100;
    const y = high === low ? 10 : 18.5 - ((value - low) / (high - low)) * 17;
    steps.push(`${isDrawing ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`);
    isDrawing = true;
  }
  return steps.join("");
}
