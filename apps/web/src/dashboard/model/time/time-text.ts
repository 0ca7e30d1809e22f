const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string | undefined, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(parts)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", ...parts });
  formats.set(key, made);
  return made;
}

/** Milliseconds between 1970 and the furthest date that there is. @see ECMA-262, Time Values and Time Range */
const LAST_DATE = 8.64e15;

/** Whether a number of milliseconds since 1970 is a date: dates of data can be missing (`NaN`) or out of range. */
export function isDate(time: number): boolean {
  return Math.abs(time) <= LAST_DATE;
}

/** What stands instead of a date: "–" for a time that is missing, the number itself for one that no calendar reaches. */
export function noDateText(time: number): string {
  return Number.isNaN(time) ? "–" : String(time);
}

/** `2026-05-12T16:42:07.000Z`; `undefined` for what is not a date. */
export function isoText(time: number): string | undefined {
  return isDate(time) ? new Date(time).toISOString() : undefined;
}

const DATE = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;

/** `2026-05-12 18:42:07`, in a zone. */
export function dateTimeText(time: number, timeZone: string): string {
  if (!isDate(time)) return noDateText(time);
  return `${dateText(time, timeZone)} ${timeText(time, timeZone)}`;
}

/** `2026-05-12` */
export function dateText(time: number, timeZone: string): string {
  if (!isDate(time)) return noDateText(time);
  const part = new Map(
    formatFor(timeZone, DATE)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return `${part.get("year")}-${part.get("month")}-${part.get("day")}`;
}

/** `18:42:07`, in a zone or the browser's own. */
export function timeText(time: number, timeZone: string | undefined): string {
  return isDate(time) ? formatFor(timeZone, TIME).format(time) : noDateText(time);
}

/** `18:42`, in the browser's own zone. */
export function clockText(time: Date): string {
  return isDate(time.getTime())
    ? formatFor(undefined, { hour: "2-digit", minute: "2-digit" }).format(time)
    : noDateText(time.getTime());
}

/** The name of a zone as clocks show it: `UTC`, `CEST`, `GMT-3`. */
export function zoneText(time: number, timeZone: string): string {
  if (!isDate(time)) return timeZone;
  const parts = formatFor(timeZone, { timeZoneName: "short" }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
