import type { Dashboard } from "../dashboard-document.ts";
import { type Clock, clockOf } from "./clock.ts";
import { parseDuration } from "./duration.ts";
import { isMoving, resolveRange, type Span, type TimeRange } from "./time-range.ts";

const LAST_RESORT = { from: "now-6h", to: "now" };

interface SpanContext {
  readonly now: number;
  readonly timeZone: string | null | undefined;
}

/** A range that cannot be read shows the last six hours. The clock stands at the end of a range that does not move. */
export function spanOf(
  dashboard: Dashboard,
  range: TimeRange,
  { now, timeZone }: SpanContext,
): { span: Span; timeZone: string; clock: Clock } {
  const delay = parseDuration(dashboard.timepicker.nowDelay) ?? 0;
  const clock = clockOf(dashboard.json, { now: now - delay, asked: timeZone ?? null });
  const span = resolveRange(range, clock) ?? resolveRange(LAST_RESORT, clock) ?? { from: now - 1, to: now };
  return { span, timeZone: clock.timeZone, clock: isMoving(range) ? clock : { ...clock, now: span.to } };
}
