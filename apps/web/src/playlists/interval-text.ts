import { intervalMs } from "@vedette/client/playlist-interval";
import { durationText } from "../control/duration-text.ts";

/** How long each item of a playlist stays, for people: `1 h 30 min` for `1h30m`. What is no interval stays as written. */
export function intervalText(interval: string): string {
  const ms = intervalMs(interval);
  return ms === undefined ? interval : durationText(ms);
}
