const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `4 min ago`, `3 h ago`; beyond a day the date, with the year when it is another one. */
export function ageOf(time: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - time.getTime()) / 1000);
  if (seconds < MINUTE && seconds > -MINUTE) return "just now";
  if (seconds > 0 && seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds > 0 && seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  const isThisYear = time.getFullYear() === now.getFullYear();
  return time.toLocaleDateString("en", { day: "numeric", month: "short", ...(isThisYear ? {} : { year: "numeric" }) });
}
