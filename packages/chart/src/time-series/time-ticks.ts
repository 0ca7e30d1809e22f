/** One tick of a time axis. */
export interface TimeTick {
  /** Milliseconds since 1970. */
  readonly value: number;
  readonly label: string;
}

/** Where a tick stands, and the time of the zone's clock that it stands for. */
interface TickPlace {
  readonly value: number;
  readonly local: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds of the last day that every zone has a date for. */
const LAST_DATE = 8.64e15 - DAY;

const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14].map((n) => n * DAY),
];

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** `May 12`, in a language. */
function dayText(local: number, locale: string): string {
  const known = dayFormats.get(locale);
  const format = known ?? new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", day: "numeric" });
  dayFormats.set(locale, format);
  return format.format(local);
}

const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];

export interface TimeTickOptions {
  readonly from: number;
  readonly to: number;
  /** How many ticks there is room for. */
  readonly count: number;
  /** IANA name; the runtime's zone unless given. */
  readonly timeZone?: string | undefined;
  /** Language of the days' names, BCP 47; English unless given. */
  readonly locale?: string | undefined;
}

/** Ticks at round times of the zone's own clock, also across its changes of offset. */
export function timeTicks({ from, to, count, timeZone, locale = "en" }: TimeTickOptions): TimeTick[] {
  const rough = (to - from) / Math.max(1, count);
  if (!(rough > 0) || !isDate(from) || !isDate(to)) return [];
  const offset = offsets(timeZone);
  const step = STEPS.find((candidate) => candidate >= rough);
  const places = step === undefined ? monthTicks(from, to, { rough, offset }) : evenTicks(from, to, { step, offset });
  return places.map(({ value, local }) => ({
    value,
    // A day that begins at one o'clock, since its clock was put forward at midnight, has its name all the same.
    label: labelOf(local % DAY === 0 ? local : value + offset(value), {
      step: step ?? 32 * DAY,
      range: to - from,
      locale,
    }),
  }));
}

/** Times that stand at places of their own, such as bars, as an axis would write them: the day where there are several, no seconds without need. */
export function timeLabels(
  times: readonly number[],
  { timeZone, locale = "en" }: Pick<TimeTickOptions, "timeZone" | "locale"> = {},
): string[] {
  const offset = offsets(timeZone);
  const sorted = times.filter(isDate).toSorted((a, b) => a - b);
  const between = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  const steps = sorted
    .slice(1)
    .flatMap((time, at) => (time > (sorted[at] ?? time) ? [time - (sorted[at] ?? time)] : []));
  const step = steps.reduce((least, one) => Math.min(least, one), between || MINUTE);
  const range = between + step;
  return times.map((time) => {
    if (!isDate(time)) return Number.isNaN(time) ? "–" : String(time);
    const local = time + offset(time);
    const label = labelOf(local, { step, range, locale });
    return step < DAY && range > DAY && local % DAY !== 0 ? `${dayText(local, locale)} ${label}` : label;
  });
}

function isDate(time: number): boolean {
  return Math.abs(time) < LAST_DATE;
}

type Offset = (time: number) => number;

function evenTicks(from: number, to: number, { step, offset }: { step: number; offset: Offset }): TickPlace[] {
  const first = Math.ceil((from + offset(from)) / step) * step;
  const ticks: TickPlace[] = [];
  for (let local = first; ticks.length < 200; local += step) {
    const value = local - offset(local - offset(local - offset(from)));
    if (value > to) break;
    // An hour that the clock leaves out falls on the one that follows it.
    if (value >= from && value !== ticks.at(-1)?.value) ticks.push({ value, local });
  }
  return ticks;
}

function monthTicks(from: number, to: number, { rough, offset }: { rough: number; offset: Offset }): TickPlace[] {
  const months = MONTHS.find((candidate) => candidate * 30 * DAY >= rough) ?? 120;
  const start = new Date(from + offset(from));
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  const ticks: TickPlace[] = [];
  for (let month = first; ticks.length < 200; month += months) {
    const local = Date.UTC(Math.floor(month / 12), month % 12);
    const value = local - offset(local);
    if (value > to) break;
    if (value >= from) ticks.push({ value, local });
  }
  return ticks;
}

/** `local` is the zone's clock, written as if it were UTC. */
function labelOf(
  local: number,
  { step, range, locale }: { readonly step: number; readonly range: number; readonly locale: string },
): string {
  const at = new Date(local).toISOString();
  if (step > 31 * DAY) return range > 3 * 366 * DAY && at.slice(5, 7) === "01" ? at.slice(0, 4) : at.slice(0, 7);
  if (step >= DAY || (local % DAY === 0 && range > DAY)) return dayText(local, locale);
  if (step >= MINUTE) return at.slice(11, 16);
  return step >= SECOND ? at.slice(11, 19) : at.slice(17, 23);
}

/** Milliseconds that the zone's clock is ahead of UTC at a time. */
function offsets(timeZone: string | undefined): Offset {
  if (timeZone === undefined) return (time) => -new Date(time).getTimezoneOffset() * MINUTE;
  if (/^(utc|etc\/utc)$/i.test(timeZone)) return () => 0;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (time) => {
    const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const read = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0;
    const local = Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second"));
    return local - Math.floor(time / SECOND) * SECOND;
  };
}
