import { fromAbsolute, type ZonedDateTime } from "@internationalized/date";

/** Letters in brackets stand for themselves. */
const LETTERS = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|X|x/g;

/**
 * A time by letters, as documents ask for it: `YYYY-MM-DD HH:mm:ss`, `MMM D [at] h:mm a`.
 *
 * @param time - milliseconds since 1970
 * @param timeZone - IANA name
 */
export function dateByLetters(time: number, letters: string, timeZone: string): string {
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

/** @param offset - milliseconds east of UTC */
function offsetText(offset: number, between: string): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${between}${two(minutes % 60)}`;
}
