import { fromAbsolute } from "@internationalized/date";
import type { Span } from "./time-range.ts";
import { isDate } from "./time-text.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An interval below the first number becomes the second one. */
const ROUNDED = [
  [10, 1],
  [15, 10],
  [35, 20],
  [75, 50],
  [150, 100],
  [350, 200],
  [750, 500],
  [1500, SECOND],
  [3500, 2 * SECOND],
  [7500, 5 * SECOND],
  [12_500, 10 * SECOND],
  [17_500, 15 * SECOND],
  [25_000, 20 * SECOND],
  [45_000, 30 * SECOND],
  [90_000, MINUTE],
  [210_000, 2 * MINUTE],
  [450_000, 5 * MINUTE],
  [750_000, 10 * MINUTE],
  [1_050_000, 15 * MINUTE],
  [1_500_000, 20 * MINUTE],
  [2_700_000, 30 * MINUTE],
  [5_400_000, HOUR],
  [9_000_000, 2 * HOUR],
  [16_200_000, 3 * HOUR],
  [32_400_000, 6 * HOUR],
  [86_400_000, 12 * HOUR],
  [7 * DAY, DAY],
  [21 * DAY, 7 * DAY],
  [42 * DAY, 30 * DAY],
] as const;

/** A server refuses to answer with more points in a series. */
const MOST_POINTS = 11_000;

/** How often a server scrapes when nothing says so. */
const SCRAPE_INTERVAL = 15 * SECOND;

/** The next round interval of a list that all dashboards share. Milliseconds. */
export function roundInterval(ms: number): number {
  return ROUNDED.find(([limit]) => ms < limit)?.[1] ?? 365 * DAY;
}

interface StepOptions {
  /** As many points as can be seen: the panel's width in pixels, unless the panel says. */
  readonly maxDataPoints: number;
  /** Milliseconds; never finer than this. */
  readonly minStep?: number | undefined;
  /** Old documents multiply the step. */
  readonly factor?: number | undefined;
}

/** Milliseconds between two points of a range query. */
export function stepOf({ from, to }: Span, { maxDataPoints, minStep = 0, factor = 1 }: StepOptions): number {
  const rounded = roundInterval((to - from) / Math.max(1, maxDataPoints));
  const step = Math.max(rounded, minStep || SCRAPE_INTERVAL) * Math.max(1, factor);
  const least = (to - from) / MOST_POINTS;
  return step >= least ? step : Math.ceil(least / SECOND) * SECOND;
}

/**
 * Begins and ends where steps do, so that the same query run later gets the same points. Steps of hours and days begin by
 * the clock of the time zone, as it is at the end of the range: steps have one length.
 */
export function alignSpan({ from, to }: Span, step: number, timeZone: string): Span {
  const offset = isDate(to) ? fromAbsolute(to, timeZone).offset : 0;
  const aligned = (time: number) => Math.floor((time + offset) / step) * step - offset;
  return { from: aligned(from), to: aligned(to) };
}

/** Long enough for `rate` to see at least two samples in every step: 4 scrapes or a step and one scrape. */
export function rateIntervalOf(step: number, scrapeInterval = SCRAPE_INTERVAL): number {
  return Math.max(step + scrapeInterval, 4 * scrapeInterval);
}
