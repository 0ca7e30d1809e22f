import { fromAbsolute, toCalendarDate, type ZonedDateTime } from "@internationalized/date";
import { isDate, noDateText } from "./time-text.ts";

/** Letters in brackets stand for themselves. */
const LETTERS =
  /\[([^\]]*)\]|YYYY|YY|Q|MMMM|MMM|MM|M|WW|W|DDDD|DDD|DD|Do|D|dddd|ddd|dd|d|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|X|x/g;

/**
 * A time by letters, as documents ask for it: `YYYY-MM-DD HH:mm:ss`, `MMM D [at] h:mm a`.
 *
 * @param time - milliseconds since 1970
 * @param timeZone - IANA name
 */
export function dateByLetters(time: number, letters: string, timeZone: string): string {
  if (!isDate(time)) return noDateText(time);
  const at = fromAbsolute(time, timeZone);
  return letters.replaceAll(
    LETTERS,
    (letter, literal?: string) => literal ?? WRITERS.get(letter)?.(at, time) ?? letter,
  );
}

const two = (number: number) => String(number).padStart(2, "0");
const twelve = (hour: number) => (hour % 12 === 0 ? 12 : hour % 12);

type Writer = (at: ZonedDateTime, time: number) => string;

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["YYYY", ({ year }) => String(year).padStart(4, "0")],
  ["YY", ({ year }) => two(year % 100)],
  ["MMMM", (at) => named(at, { month: "long" })],
  ["MMM", (at) => named(at, { month: "short" })],
  ["MM", ({ month }) => two(month)],
  ["M", ({ month }) => String(month)],
  ["DD", ({ day }) => two(day)],
  ["D", ({ day }) => String(day)],
  ["Do", ({ day }) => `${day}${ordinalEnd(day)}`],
  ["DDDD", (at) => String(dayOfYear(at)).padStart(3, "0")],
  ["DDD", (at) => String(dayOfYear(at))],
  ["WW", (at) => two(weekOfYear(at))],
  ["W", (at) => String(weekOfYear(at))],
  ["Q", ({ month }) => String(Math.ceil(month / 3))],
  ["dd", (at) => named(at, { weekday: "short" }).slice(0, 2)],
  ["d", (at) => String(weekday(at) % 7)],
  ["dddd", (at) => named(at, { weekday: "long" })],
  ["ddd", (at) => named(at, { weekday: "short" })],
  ["HH", ({ hour }) => two(hour)],
  ["H", ({ hour }) => String(hour)],
  ["hh", ({ hour }) => two(twelve(hour))],
  ["h", ({ hour }) => String(twelve(hour))],
  ["mm", ({ minute }) => two(minute)],
  ["m", ({ minute }) => String(minute)],
  ["ss", ({ second }) => two(second)],
  ["s", ({ second }) => String(second)],
  ["SSS", ({ millisecond }) => String(millisecond).padStart(3, "0")],
  ["A", ({ hour }) => (hour < 12 ? "AM" : "PM")],
  ["a", ({ hour }) => (hour < 12 ? "am" : "pm")],
  ["ZZ", ({ offset }) => offsetText(offset, "")],
  ["Z", ({ offset }) => offsetText(offset, ":")],
  ["X", (_, time) => String(Math.floor(time / 1000))],
  ["x", (_, time) => String(time)],
]);

function named({ year, month, day }: ZonedDateTime, part: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en", { ...part, timeZone: "UTC" }).format(Date.UTC(year, month - 1, day));
}

function ordinalEnd(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
}

/** From 1. */
function dayOfYear(at: ZonedDateTime): number {
  const date = toCalendarDate(at);
  return date.compare(date.set({ month: 1, day: 1 })) + 1;
}

/** 1 Monday to 7 Sunday. */
function weekday({ year, month, day }: ZonedDateTime): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/** By ISO 8601: the first week of a year is that of its first Thursday. */
function weekOfYear(at: ZonedDateTime): number {
  return Math.ceil(dayOfYear(at.add({ days: 4 - weekday(at) })) / 7);
}

/** @param offset - milliseconds east of UTC */
function offsetText(offset: number, between: string): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${between}${two(minutes % 60)}`;
}
