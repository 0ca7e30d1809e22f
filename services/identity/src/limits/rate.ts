import { Type } from "typebox";
import { durationMs } from "../settings/duration.ts";

/** The type of a setting that is a rate: events per period of the limiter, or `N/duration` for a burst of its own. */
export const Rate = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.String({ maxLength: 40, pattern: "^[0-9]{1,7}(/[0-9]{1,9}(ms|s|m|h))?$" }),
]);

/** So many at once, and one more after each interval. */
export interface Refill {
  readonly burst: number;
  readonly intervalMs: number;
}

/**
 * Reads a rate: a number is spread evenly over the period, `30/10s` is thirty at once and one more every ten seconds.
 *
 * @returns a burst of 0 for a rate that lets nothing through
 */
export function readRate(
  rate: string | number,
  { periodSeconds, burst }: { periodSeconds: number; burst: number },
): Refill {
  const [events = "0", interval] = String(rate).split("/", 2);
  const count = Number(events);
  if (interval !== undefined) return { burst: count, intervalMs: durationMs(interval) };
  return count === 0 ? { burst: 0, intervalMs: 0 } : { burst, intervalMs: (periodSeconds * 1000) / count };
}
