import type { Series } from "@vedette/chart/core";
import type { Span } from "../../model/time/time-range.ts";

interface KeyCursor {
  readonly series: readonly Series[];
  readonly span: Span;
  /** Where the cursor stands; `undefined` before the first key. */
  readonly now: number | undefined;
}

/**
 * Where a key moves the cursor of a chart: arrows, Page and Home/End walk along the samples of the first series,
 * Escape takes the cursor away (`undefined`).
 */
export function timeByKey(key: string, { series, span, now }: KeyCursor): number | undefined | "not mine" {
  if (key === "Escape" && now !== undefined) return undefined;
  const t = series.find((one) => one.t.length > 0)?.t;
  const move = MOVES.get(key);
  if (t === undefined || move === undefined) return "not mine";
  const at = t.findIndex((time) => time >= (now ?? (span.from + span.to) / 2));
  const index = move(at < 0 ? t.length - 1 : at, t.length);
  return t[Math.min(t.length - 1, Math.max(0, index))];
}

type Move = (at: number, length: number) => number;

const MOVES: ReadonlyMap<string, Move> = new Map<string, Move>([
  ["ArrowLeft", (at) => at - 1],
  ["ArrowRight", (at) => at + 1],
  ["PageUp", (at, length) => at - Math.ceil(length / 10)],
  ["PageDown", (at, length) => at + Math.ceil(length / 10)],
  ["Home", () => 0],
  ["End", (_, length) => length - 1],
]);
