const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string | undefined, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(parts)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", ...parts });
  formats.set(key, made);
  return made;
}

const DATE = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;

/** `2026-05-12 18:42:07`, in a zone. */
export function dateTimeText(time: number, timeZone: string): string {
  return `${dateText(time, timeZone)} ${timeText(time, timeZone)}`;
}

/** `2026-05-12` */
export function dateText(time: number, timeZone: string): string {
  const part = new Map(
    formatFor(timeZone, DATE)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return `${part.get("year")}-${part.get("month")}-${part.get("day")}`;
}

/** `18:42:07`, in a zone or the browser's own. */
export function timeText(time: number, timeZone: string | undefined): string {
  return formatFor(timeZone, TIME).format(time);
}

/** `18:42`, in the browser's own zone. */
export function clockText(time: Date): string {
  return formatFor(undefined, { hour: "2-digit", minute: "2-digit" }).format(time);
}

/** The name of a zone as clocks show it: `UTC`, `CEST`, `GMT-3`. */
export function zoneText(time: number, timeZone: string): string {
  const parts = formatFor(timeZone, { timeZoneName: "short" }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
