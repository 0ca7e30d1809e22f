import type { FieldFault } from "../errors.ts";
import { faultsOfEach, invalid, isJsonObject } from "../kinds/kind.ts";

/** Days as a schedule names them, as they follow each other. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Longer than the name of any time zone. */
const MAX_ZONE_LENGTH = 64;

/** Whether this is the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  if (text === "" || text.length > MAX_ZONE_LENGTH) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false; // this is how the platform says that it knows none of the name
  }
}

/**
 * What is wrong with a schedule: `days` of the week on which an item is shown, the times of day `from` and `to` between
 * which it is. Each may be left out; `to` before `from` reaches into the next day.
 */
export function scheduleFaults(field: string, schedule: unknown): FieldFault[] {
  if (!isJsonObject(schedule)) return [invalid(field, "must be an object with days, from or to")];
  const { days, from, to } = schedule;
  const isEmpty = from !== undefined && from === to;
  return [
    ...daysFaults(`${field}.days`, days),
    ...timeFaults(`${field}.from`, from),
    ...timeFaults(`${field}.to`, to),
    ...(isEmpty ? [invalid(`${field}.to`, "must be another time than from")] : []),
  ];
}

function daysFaults(field: string, days: unknown): FieldFault[] {
  if (days === undefined) return [];
  if (!Array.isArray(days) || days.length === 0) return [invalid(field, "must be a list of days, or absent")];
  return faultsOfEach(days, (day: unknown, index): FieldFault[] => {
    if (WEEKDAYS.some((known) => known === day)) return [];
    const at = `${field}[${index}]`;
    return [{ reason: "FieldValueNotSupported", field: at, message: `${at} must be one of ${WEEKDAYS.join(", ")}` }];
  });
}

function timeFaults(field: string, time: unknown): FieldFault[] {
  const isTime = typeof time === "string" && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
  return time === undefined || isTime ? [] : [invalid(field, "must be a time of day such as 07:30")];
}
