import { keptLanguage } from "../messages/language.ts";

/** Stands where nothing was measured. */
export const NOTHING = "–";

/** Narrow, and never the end of a line. */
const SPACE = "\u202f";

/** A duration in the unit that suits it. */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return NOTHING;
  if (seconds < 1) return `${formatted(seconds * 1000)}${SPACE}ms`;
  return seconds < 120 ? `${formatted(seconds)}${SPACE}s` : `${formatted(seconds / 60)}${SPACE}min`;
}

export function countText(count: number | undefined): string {
  return count === undefined ? NOTHING : formatted(count);
}

/** Per minute, of a rate per second. */
export function minuteRate(perSecond: number | undefined): number | undefined {
  return perSecond === undefined ? undefined : perSecond * 60;
}

/** Three digits are all that anybody compares. */
function formatted(value: number): string {
  return value.toLocaleString(keptLanguage(), { maximumSignificantDigits: 3 });
}
