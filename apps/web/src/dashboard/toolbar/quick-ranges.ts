import { dashboardMessages } from "../messages.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "../model/json.ts";
import type { Span, TimeRange } from "../model/time/time-range.ts";
import { dateTimeText } from "../model/time/time-text.ts";

export interface QuickRange extends TimeRange {
  readonly label: string;
}

const { last, today, yesterday, thisWeek, thisMonth, thisFiscalQuarter } = dashboardMessages.time.named;

const LENGTHS = ["5m", "15m", "30m", "1h", "3h", "6h", "12h", "24h", "2d", "7d", "30d", "90d"];

const QUICK_RANGES: readonly QuickRange[] = [
  ...LENGTHS.map((length) => ({ label: nameOfLast(length), from: `now-${length}`, to: "now" })),
  { label: today, from: "now/d", to: "now/d" },
  { label: yesterday, from: "now-1d/d", to: "now-1d/d" },
  { label: thisWeek, from: "now/w", to: "now/w" },
  { label: thisMonth, from: "now/M", to: "now/M" },
  { label: thisFiscalQuarter, from: "now/fQ", to: "now/fQ" },
];

/** The ranges one press away: the document's own, or those that most people want. */
export function quickRangesOf(document: JsonObject): readonly QuickRange[] {
  const own = objectsOf(objectOf(document["timepicker"])["quick_ranges"])
    .map((range) => ({ label: textOf(range["display"]), from: textOf(range["from"]), to: textOf(range["to"]) }))
    .filter(({ label, from, to }) => label !== "" && from !== "" && to !== "");
  return own.length > 0 ? own : QUICK_RANGES;
}

interface RangeTextOptions {
  readonly timeZone: string;
  readonly known?: readonly QuickRange[];
}

/** A range in words: its name when it has one, else both ends, what they share said once. */
export function rangeText(range: TimeRange, span: Span, { timeZone, known = QUICK_RANGES }: RangeTextOptions): string {
  const name = nameOfRange(range, known);
  if (name !== "") return name;
  const from = dateTimeText(span.from, timeZone);
  const to = dateTimeText(span.to, timeZone);
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`;
}

/** “Last 6 hours”, “Today”; empty for fixed and odd ones. */
export function nameOfRange(range: TimeRange, known = QUICK_RANGES): string {
  const quick = known.find(({ from, to }) => from === range.from && to === range.to);
  if (quick !== undefined) return quick.label;
  return range.to === "now" && range.from.startsWith("now-") ? nameOfLast(range.from.slice("now-".length)) : "";
}

/** `6h` is “Last 6 hours”; empty for what is no length. */
function nameOfLast(length: string): string {
  const [, count, unit] = /^(\d+)([smhdwMy])$/.exec(length) ?? [];
  return count === undefined || unit === undefined ? "" : last(Number(count), unit);
}
