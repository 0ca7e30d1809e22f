import { lowerBound } from "./decimate.ts";
import type { Series } from "./series.ts";
import { stacksOf } from "./stack.ts";

/** Lowest and highest value; `Infinity` and `-Infinity` when there is none. */
export interface Domain {
  readonly low: number;
  readonly high: number;
}

interface DomainOptions {
  readonly from: number;
  readonly to: number;
  /** Leaves out what a logarithmic axis cannot show. */
  readonly isPositive?: boolean;
}

/** What an axis must show of its series between two times. Bars and stacks begin at zero. */
export function domainOf(series: readonly Series[], options: DomainOptions): Domain {
  const parts = [
    ...series.filter(({ stack }) => stack === undefined).map((one) => domainOfOne(one, options)),
    ...[...stacksOf(series).values()].map((stack) => domainOfStack(stack, options)),
  ];
  const low = Math.min(...parts.map((part) => part.low));
  const high = Math.max(...parts.map((part) => part.high));
  const hasBase = series.some(({ draw, stack }) => draw?.as === "bars" || stack !== undefined);
  return hasBase && options.isPositive !== true ? { low: Math.min(low, 0), high: Math.max(high, 0) } : { low, high };
}

function domainOfOne({ t, v }: Series, { from, to, isPositive = false }: DomainOptions): Domain {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const least = isPositive ? Number.MIN_VALUE : Number.NEGATIVE_INFINITY;
  let end = lowerBound(t, to);
  while (t[end] === to) end += 1;
  for (let at = lowerBound(t, from); at < end; at++) {
    const value = v[at] ?? Number.NaN;
    if (!(value >= least && Number.isFinite(value))) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

function domainOfStack(stack: readonly Series[], { from, to, isPositive = false }: DomainOptions): Domain {
  const t = stack[0]?.t ?? new Float64Array();
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < t.length; at++) {
    if (!isBetween(t[at], from, to)) continue;
    const values = stack.map(({ v }) => v[at] ?? Number.NaN).filter(Number.isFinite);
    if (values.length === 0) continue;
    const above = values.filter((value) => value > 0);
    // A logarithmic axis has no zero to stand on: it begins at the top of the lowest layer.
    if (isPositive && above.length === 0) continue;
    low = Math.min(low, isPositive ? (above[0] ?? low) : sumOf(values.filter((value) => value < 0)));
    high = Math.max(high, sumOf(above));
  }
  return { low, high };
}

function isBetween(time: number | undefined, from: number, to: number): boolean {
  return time !== undefined && time >= from && time <= to;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
