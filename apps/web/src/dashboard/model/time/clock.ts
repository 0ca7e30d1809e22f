import { getLocalTimeZone } from "@internationalized/date";
import { type JsonObject, numberOf, textOf } from "../json.ts";

/** What relative times are counted from and by. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  /** 0 Sunday to 6 Saturday. */
  readonly weekStart: number;
  /** 0 January to 11 December. */
  readonly fiscalYearStartMonth: number;
}

const WEEK_STARTS = new Map([
  ["sunday", 0],
  ["monday", 1],
  ["saturday", 6],
]);

/**
 * The clock a dashboard asks for.
 *
 * @param asked - `timezone` of the address, which wins over the document's; `browser`, `utc`, or an IANA name
 */
export function clockOf(
  document: JsonObject,
  { now, asked }: { readonly now: number; readonly asked?: string | null },
): Clock {
  return {
    now,
    timeZone: timeZoneOf(asked ?? textOf(document["timezone"])),
    weekStart: WEEK_STARTS.get(textOf(document["weekStart"]).toLowerCase()) ?? 1,
    fiscalYearStartMonth: numberOf(document["fiscalYearStartMonth"]) ?? 0,
  };
}

/** An IANA name; the browser's zone for `browser`, nothing, and names that no clock knows. */
export function timeZoneOf(name: string): string {
  if (/^(utc|gmt)$/i.test(name)) return "UTC";
  if (name === "" || name === "browser") return getLocalTimeZone();
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // A zone of another system: the times of the person who looks are the least wrong.
    return getLocalTimeZone();
  }
}
