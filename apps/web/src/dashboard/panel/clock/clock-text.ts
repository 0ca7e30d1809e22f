import { flagOf, type JsonObject, objectOf, oneOf, textOf } from "../../model/json.ts";
import { timeZoneOf } from "../../model/time/clock.ts";
import { dateByLetters } from "../../model/time/date-letters.ts";
import { zoneText } from "../../model/time/time-text.ts";

export interface ClockText {
  readonly time: string;
  /** Empty unless asked for. */
  readonly date: string;
  readonly zone: string;
}

const MODES = ["time", "countdown", "countup"] as const;
const SECOND = 1000;

/**
 * What a clock shows: the time of a zone, or how long it is until or since a moment.
 *
 * @param options - as the clock panel of other dashboard servers writes them
 * @param now - milliseconds since 1970
 */
export function clockText(options: JsonObject, now: number, timeZone: string): ClockText {
  const asked = textOf(options["timezone"]);
  const zone = asked === "" || asked === "dashboard" ? timeZone : timeZoneOf(asked);
  const { showDate, dateFormat } = objectOf(options["dateSettings"]);
  const { showTimezone } = objectOf(options["timezoneSettings"]);
  return {
    time: timeOf(options, now, zone),
    date: flagOf(showDate, false) ? dateByLetters(now, textOf(dateFormat, "YYYY-MM-DD"), zone) : "",
    zone: flagOf(showTimezone, false) ? zoneText(now, zone) : "",
  };
}

function timeOf(options: JsonObject, now: number, zone: string): string {
  const mode = oneOf(options["mode"], MODES, "time");
  const until = objectOf(options["countdownSettings"]);
  const since = objectOf(options["countupSettings"]);
  if (mode === "countdown") {
    const left = Date.parse(textOf(until["endCountdownTime"])) - now;
    return left > 0 ? lengthText(left) : textOf(until["endText"], "00:00:00");
  }
  if (mode === "countup") {
    const gone = now - Date.parse(textOf(since["beginCountupTime"]));
    return gone >= 0 ? lengthText(gone) : textOf(since["beginText"], "00:00:00");
  }
  const custom = textOf(objectOf(options["timeSettings"])["customFormat"]) || textOf(options["customFormat"]);
  if (options["clockType"] === "custom" && custom !== "") return dateByLetters(now, custom, zone);
  return dateByLetters(now, options["clockType"] === "12 hour" ? "h:mm:ss A" : "HH:mm:ss", zone);
}

/** `2 d 03:04:05` */
function lengthText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND);
  const days = Math.floor(seconds / 86_400);
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return days === 0 ? clock : `${days} d ${clock}`;
}
