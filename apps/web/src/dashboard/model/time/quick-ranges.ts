import { type JsonObject, objectOf, objectsOf, textOf } from "../json.ts";
import type { TimeRange } from "./time-range.ts";

export interface QuickRange extends TimeRange {
  readonly label: string;
}

const LAST = [
  ["5m", "5 minutes"],
  ["15m", "15 minutes"],
  ["30m", "30 minutes"],
  ["1h", "1 hour"],
  ["3h", "3 hours"],
  ["6h", "6 hours"],
  ["12h", "12 hours"],
  ["24h", "24 hours"],
  ["2d", "2 days"],
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
] as const;

const QUICK_RANGES: readonly QuickRange[] = [
  ...LAST.map(([length, words]) => ({ label: `Last ${words}`, from: `now-${length}`, to: "now" })),
  { label: "Today", from: "now/d", to: "now/d" },
  { label: "Yesterday", from: "now-1d/d", to: "now-1d/d" },
  { label: "This week", from: "now/w", to: "now/w" },
  { label: "This month", from: "now/M", to: "now/M" },
  { label: "This fiscal quarter", from: "now/fQ", to: "now/fQ" },
];

/** The ranges one press away: the document's own, or those that most people want. */
export function quickRangesOf(document: JsonObject): readonly QuickRange[] {
  const own = objectsOf(objectOf(document["timepicker"])["quick_ranges"])
    .map((range) => ({ label: textOf(range["display"]), from: textOf(range["from"]), to: textOf(range["to"]) }))
    .filter(({ label, from, to }) => label !== "" && from !== "" && to !== "");
  return own.length > 0 ? own : QUICK_RANGES;
}

const UNIT_WORDS = { s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", y: "year" } as const;

/** The name of a range that has one; `undefined` for fixed and odd ones. */
export function nameOfRange(range: TimeRange, known: readonly QuickRange[] = QUICK_RANGES): string | undefined {
  const quick = known.find(({ from, to }) => from === range.from && to === range.to);
  if (quick !== undefined) return quick.label;
  const last = range.to === "now" ? /^now-(\d+)([smhdwMy])$/.exec(range.from) : null;
  if (last === null) return undefined;
  const words = new Map<string, string>(Object.entries(UNIT_WORDS)).get(last[2] ?? "") ?? "";
  return `Last ${last[1]} ${words}${last[1] === "1" ? "" : "s"}`;
}
