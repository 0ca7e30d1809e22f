import { messages } from "../messages/en.ts";
import { momentText } from "./moment-text.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `4 min ago`, `3 h ago`; beyond a day the date, with the year when it is another one. */
export function ageOf(time: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - time.getTime()) / 1000);
  const { age } = messages;
  if (seconds < MINUTE && seconds > -MINUTE) return age.now;
  if (seconds > 0 && seconds < HOUR) return age.minutes(Math.floor(seconds / MINUTE));
  if (seconds > 0 && seconds < DAY) return age.hours(Math.floor(seconds / HOUR));
  return momentText(time, time.getFullYear() === now.getFullYear() ? "day" : "date");
}
