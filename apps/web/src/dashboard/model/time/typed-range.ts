import type { Clock } from "./clock.ts";
import { resolveRange, type TimeRange } from "./time-range.ts";

const UNIT_OF_WORD: ReadonlyMap<string, string> = new Map([
  ["s", "s"],
  ["sec", "s"],
  ["second", "s"],
  ["m", "m"],
  ["min", "m"],
  ["minute", "m"],
  ["h", "h"],
  ["hour", "h"],
  ["d", "d"],
  ["day", "d"],
  ["w", "w"],
  ["week", "w"],
  ["M", "M"],
  ["month", "M"],
  ["quarter", "Q"],
  ["y", "y"],
  ["year", "y"],
]);

const NAMED: ReadonlyMap<string, TimeRange> = new Map([
  ["today", { from: "now/d", to: "now/d" }],
  ["yesterday", { from: "now-1d/d", to: "now-1d/d" }],
  ["this week", { from: "now/w", to: "now/w" }],
  ["last week", { from: "now-1w/w", to: "now-1w/w" }],
  ["this month", { from: "now/M", to: "now/M" }],
  ["last month", { from: "now-1M/M", to: "now-1M/M" }],
  ["this year", { from: "now/y", to: "now/y" }],
]);

/**
 * Reads what somebody typed as a time range: `now-3h to now-1h`, `last 3 hours`, `6h`, `yesterday`,
 * `yesterday 9-17`, `2026-05-01 to 2026-05-03`, `2026-05-01`.
 *
 * @param words - of another language, in small letters, each before the English that it stands for
 * @returns `undefined` when nothing of it can be read, or the end is not behind the beginning
 */
export function parseTypedRange(
  text: string,
  clock: Clock,
  words: readonly (readonly string[])[] = [],
): TimeRange | undefined {
  const typed = inEnglish(text, words).trim().replaceAll(/\s+/g, " ");
  const range = namedRange(typed) ??
    lastRange(typed) ??
    hoursOfDay(typed) ??
    twoEnds(typed) ?? { from: typed, to: typed };
  return resolveRange(range, clock) === undefined ? undefined : range;
}

function inEnglish(text: string, words: readonly (readonly string[])[]): string {
  const known = new Map(words.map(([word = "", english = ""]) => [word, english]));
  return text.replaceAll(/\p{L}+/gu, (word) => known.get(word.toLowerCase()) ?? word);
}

function namedRange(typed: string): TimeRange | undefined {
  return NAMED.get(typed.toLowerCase());
}

/** `last 3 hours`, `past 90 min`, `15m`, `last hour`. */
function lastRange(typed: string): TimeRange | undefined {
  const match = /^(?:(?:last |past )?(\d{1,6}) ?|(?:last|past) )([A-Za-z]+)$/i.exec(typed);
  const unit = match === null ? undefined : unitOf(match[2] ?? "");
  return unit === undefined ? undefined : { from: `now-${match?.[1] ?? 1}${unit}`, to: "now" };
}

function unitOf(word: string): string | undefined {
  const singular = word.length > 2 ? word.toLowerCase().replace(/s$/, "") : word;
  return UNIT_OF_WORD.get(singular) ?? UNIT_OF_WORD.get(singular.toLowerCase());
}

/** `today 9-17`, `yesterday 22-24`. */
function hoursOfDay(typed: string): TimeRange | undefined {
  const match = /^(today|yesterday) (\d{1,2}) ?(?:-|–|to) ?(\d{1,2})$/i.exec(typed);
  if (match === null) return undefined;
  const day = match[1]?.toLowerCase() === "today" ? "now/d" : "now-1d/d";
  // Both ends count from the day's beginning, which `/d` means only in `from`: so the end steps back a day.
  const end = day === "now/d" ? "now-1d/d" : "now-2d/d";
  return { from: `${day}+${match[2]}h`, to: `${end}+${match[3]}h` };
}

function twoEnds(typed: string): TimeRange | undefined {
  const [from, to, ...more] = typed.split(/ to | – | until /i);
  return from === undefined || to === undefined || more.length > 0 ? undefined : { from, to };
}
