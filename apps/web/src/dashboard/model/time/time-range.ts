import type { Clock } from "./clock.ts";
import { resolveTime } from "./time-expression.ts";

/** A range as people and addresses write it. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** A range as times: milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** @returns `undefined` when an end cannot be read, or the end is not behind the beginning */
export function resolveRange({ from, to }: TimeRange, clock: Clock): Span | undefined {
  const start = resolveTime(from, "from", clock);
  const end = resolveTime(to, "to", clock);
  return start === undefined || end === undefined || start >= end ? undefined : { from: start, to: end };
}

/** Whether new data can come into it as time goes on. */
export function isMoving({ to }: TimeRange): boolean {
  return to.trim().startsWith("now");
}

/**
 * What an answer is about that was asked for a span like this one some time ago: nothing that moved on lies in it.
 *
 * @param ageSeconds - `Infinity` when nobody knows
 */
export function askedSpan(span: Span, range: TimeRange, ageSeconds: number): Span {
  if (!isMoving(range) || !Number.isFinite(ageSeconds)) return span;
  return { from: span.from - ageSeconds * 1000, to: span.to - ageSeconds * 1000 };
}

/** As fixed times, as they go into an address. */
export function fixedRange({ from, to }: Span): TimeRange {
  return { from: String(Math.round(from)), to: String(Math.round(to)) };
}

/** The range of the same length before or behind. */
export function shiftSpan({ from, to }: Span, direction: "back" | "forward"): Span {
  const length = direction === "back" ? from - to : to - from;
  return { from: from + length, to: to + length };
}

/** Twice the length around the same middle. */
export function zoomOutSpan({ from, to }: Span): Span {
  const half = Math.max(1, (to - from) / 2);
  return { from: from - half, to: to + half };
}

/** Whether a text is copied range: JSON `{from, to}`. */
export function parseCopiedRange(text: string): TimeRange | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("from" in value) || !("to" in value)) return undefined;
    const { from, to } = value;
    return isEnd(from) && isEnd(to) ? { from: String(from), to: String(to) } : undefined;
  } catch {
    // Something else was in the clipboard.
    return undefined;
  }
}

function isEnd(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
