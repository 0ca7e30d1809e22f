import { type JsonObject, objectOf, textsOf } from "../json.ts";
import { parseDuration } from "./duration.ts";
import type { Span } from "./time-range.ts";

const USUAL = ["5s", "10s", "30s", "1m", "5m", "15m", "30m", "1h"];

/** The intervals that are offered: the document's own, or the usual ones. `auto` is always possible. */
export function refreshIntervalsOf(document: JsonObject): readonly string[] {
  const own = textsOf(objectOf(document["timepicker"])["refresh_intervals"]).filter(
    (text) => parseDuration(text) !== undefined,
  );
  return own.length > 0 ? own : USUAL;
}

/** Never more often than this, whatever an address says. Milliseconds. */
const LEAST = 1000;

/**
 * Milliseconds between two refreshes; `undefined` for off.
 *
 * @param text - `5s`, `1m`, …; `auto` for a thousandth of the range, at least 5 s; empty for off
 */
export function refreshEvery(text: string, { from, to }: Span): number | undefined {
  if (text === "auto") return Math.max(5000, Math.round((to - from) / 1000));
  const every = parseDuration(text);
  return every === undefined ? undefined : Math.max(LEAST, every);
}
