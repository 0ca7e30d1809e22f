import { momentText } from "../control/moment-text.ts";
import { clockText } from "../dashboard/model/time/time-text.ts";

/** `12:04` of today; of another day with its date. */
export function draftTime(changedAt: number, now = new Date()): string {
  const time = new Date(changedAt);
  const isToday = time.toDateString() === now.toDateString();
  return isToday ? clockText(time) : `${momentText(time, "date")} ${clockText(time)}`;
}
