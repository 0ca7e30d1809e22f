import {
  type CalendarDateTime,
  fromAbsolute,
  parseAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
  type ZonedDateTime,
} from "@internationalized/date";
import type { Clock } from "./clock.ts";

/** Which end of a unit `/unit` means: `from` begins a range, `to` ends it. */
export type RangeEnd = "from" | "to";

/**
 * Reads a point in time as addresses and dashboards write it: `now`, `now-6h`, `now-1d/d`, `now/fQ`,
 * milliseconds since 1970, or ISO 8601 (in the clock's zone unless it names one).
 *
 * @returns milliseconds since 1970; `undefined` when the text is none of these
 */
export function resolveTime(text: string, end: RangeEnd, clock: Clock): number | undefined {
  const expression = text.trim();
  if (expression.startsWith("now")) return relativeTime(expression.slice(3), end, clock);
  if (/^-?\d{5,16}$/.test(expression)) return Number(expression);
  return isoTime(expression, end, clock);
}

const STEP = /^(?:([+-])(\d{0,9})(fQ|fy|[smhdwMQy])|\/(fQ|fy|[smhdwMQy]))/;

function relativeTime(steps: string, end: RangeEnd, clock: Clock): number | undefined {
  let at = fromAbsolute(clock.now, clock.timeZone);
  let rest = steps.replaceAll(/\s/g, "");
  while (rest !== "") {
    const step = STEP.exec(rest);
    if (step === null) return undefined;
    const [whole, sign, amount, unit, roundedTo] = step;
    at =
      roundedTo === undefined ? moved(at, amountOf(sign, amount), unit ?? "") : rounded(at, roundedTo, { end, clock });
    rest = rest.slice(whole.length);
  }
  const time = at.toDate().getTime();
  return Number.isFinite(time) ? time : undefined;
}

function amountOf(sign: string | undefined, amount: string | undefined): number {
  const count = amount === undefined || amount === "" ? 1 : Number(amount);
  return sign === "-" ? -count : count;
}

const FIELDS = {
  s: ["seconds", 1],
  m: ["minutes", 1],
  h: ["hours", 1],
  d: ["days", 1],
  w: ["weeks", 1],
  M: ["months", 1],
  Q: ["months", 3],
  fQ: ["months", 3],
  y: ["years", 1],
  fy: ["years", 1],
} as const;

function isUnit(unit: string): unit is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, unit);
}

function moved(at: ZonedDateTime, amount: number, unit: string): ZonedDateTime {
  if (!isUnit(unit)) return at;
  const [field, factor] = FIELDS[unit];
  return at.add({ [field]: amount * factor });
}

function rounded(at: ZonedDateTime, unit: string, { end, clock }: { end: RangeEnd; clock: Clock }): ZonedDateTime {
  const start = startOf(at, unit, clock);
  return end === "from" ? start : moved(start, 1, unit).subtract({ milliseconds: 1 });
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 };

function startOf(at: ZonedDateTime, unit: string, clock: Clock): ZonedDateTime {
  switch (unit) {
    case "s":
      return at.set({ millisecond: 0 });
    case "m":
      return at.set({ second: 0, millisecond: 0 });
    case "h":
      return at.set({ minute: 0, second: 0, millisecond: 0 });
    case "d":
      return at.set(MIDNIGHT);
    case "w":
      return at.subtract({ days: (weekdayOf(at) - clock.weekStart + 7) % 7 }).set(MIDNIGHT);
    case "M":
      return at.set({ day: 1, ...MIDNIGHT });
    case "Q":
      return startOfMonths(at, 3, 0);
    case "fQ":
      return startOfMonths(at, 3, clock.fiscalYearStartMonth);
    case "fy":
      return startOfMonths(at, 12, clock.fiscalYearStartMonth);
    default:
      return startOfMonths(at, 12, 0);
  }
}

/** @param offset - month, 0 to 11, that a year begins with */
function startOfMonths(at: ZonedDateTime, length: number, offset: number): ZonedDateTime {
  const passed = (((at.month - 1 - offset) % length) + length) % length;
  return at.set({ day: 1, ...MIDNIGHT }).subtract({ months: passed });
}

/** 0 Sunday to 6 Saturday. */
function weekdayOf(at: ZonedDateTime): number {
  return new Date(Date.UTC(at.year, at.month - 1, at.day)).getUTCDay();
}

function isoTime(text: string, end: RangeEnd, { timeZone }: Clock): number | undefined {
  const iso = text.replace(/^(\d{4}-\d\d-\d\d) (\d)/, "$1T$2");
  try {
    if (/[zZ]$|[+-]\d\d:?\d\d$/.test(iso) && iso.includes("T"))
      return parseAbsolute(withColon(iso), timeZone).toDate().getTime();
    return toZoned(localTime(iso, end), timeZone).toDate().getTime();
  } catch {
    // Not a date: the caller says so where it was typed.
    return undefined;
  }
}

function localTime(iso: string, end: RangeEnd): CalendarDateTime {
  if (iso.includes("T")) return parseDateTime(iso);
  const day = toCalendarDateTime(parseDate(iso));
  return end === "from" ? day : day.add({ days: 1 }).subtract({ milliseconds: 1 });
}

function withColon(iso: string): string {
  return iso.toUpperCase().replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
}
