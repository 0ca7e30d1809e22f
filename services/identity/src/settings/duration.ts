import { Type } from "typebox";

/** Go duration strings (`90s`, `1h30m`, `250ms`) or a whole number of seconds. */
export const DURATION_PATTERN = "^([0-9]{1,10}|([0-9]{1,9}(\\.[0-9]{1,6})?(ms|s|m|h))+)$";

/** The type of a setting that is a span of time: whole seconds, or text such as `1h30m`. */
export const Duration = Type.Union([
  Type.Integer({ minimum: 0, maximum: 3_153_600_000 }),
  Type.String({ maxLength: 40, pattern: DURATION_PATTERN }),
]);

const MILLISECONDS_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/**
 * Milliseconds of a duration setting. Expects what `Duration` admits; a bare number is seconds.
 *
 * @see https://pkg.go.dev/time#ParseDuration
 */
export function durationMs(duration: string | number): number {
  if (typeof duration === "number") return duration * 1000;
  if (/^\d+$/.test(duration)) return Number(duration) * 1000;
  const parts = duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, [, amount, unit = ""]) => sum + Number(amount) * (MILLISECONDS_PER_UNIT.get(unit) ?? 0),
    0,
  );
}
