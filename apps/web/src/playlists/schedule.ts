import { type Schedule, WEEKDAYS, type Weekday } from "../api/playlists.ts";

/** A moment as the clock on the wall says it. */
export interface WallTime {
  readonly day: Weekday;
  /** Since midnight. */
  readonly minute: number;
}

/**
 * @param timeZone - such as `Europe/Berlin`; this machine's own when empty or not known here
 */
export function wallTime(now: Date, timeZone = ""): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const name = parts.get("weekday")?.toLowerCase();
  const day = WEEKDAYS.find((known) => known === name) ?? "mon";
  return { day, minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")) };
}

/** Whether an item with this schedule is shown. One that begins in the evening may end in the next morning. */
export function isOn({ days, from = "00:00", to = "24:00" }: Schedule, { day, minute }: WallTime): boolean {
  const begins = (on: Weekday) => days === undefined || days.includes(on);
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (start < end) return begins(day) && minute >= start && minute < end;
  return (begins(day) && minute >= start) || (begins(dayBefore(day)) && minute < end);
}

const TIME = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  if (timeZone === "") return new Intl.DateTimeFormat("en-GB", TIME);
  try {
    return new Intl.DateTimeFormat("en-GB", { ...TIME, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", TIME); // the server knows zones that this browser does not
  }
}

function minuteOf(time: string): number {
  const [hour, minute] = time.split(":");
  return Number(hour) * 60 + Number(minute);
}

function dayBefore(day: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7] ?? day;
}
