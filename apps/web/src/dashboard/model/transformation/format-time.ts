import type { Cell } from "../field/reducer.ts";
import type { Frame } from "../frame/frame.ts";
import { type JsonObject, textOf } from "../json.ts";
import { timeZoneOf } from "../time/clock.ts";
import { dateByLetters } from "../time/date-letters.ts";
import { isDate } from "../time/time-text.ts";
import { column, columnNamed, type TransformContext, withFields } from "./column.ts";

const USUAL_LETTERS = "YYYY-MM-DD HH:mm:ss";

/**
 * Writes the times of a field (`timeField`) by letters (`outputFormat`), in the zone of the dashboard unless
 * `timezone` names another one.
 */
export function formatTime(frames: readonly Frame[], options: JsonObject, { write }: TransformContext): Frame[] {
  const name = textOf(options["timeField"]);
  const letters = textOf(options["outputFormat"]) || USUAL_LETTERS;
  const zone = timeZoneOf(textOf(options["timezone"]) || usualZone(options, write));
  return frames.map((frame) => {
    const field = name === "" ? undefined : columnNamed(frame, name);
    if (field === undefined) return frame;
    const values = Array.from(field.values, (cell) => timeText(cell, letters, zone));
    const text = column(field.name, { type: "string", values, from: field });
    return withFields(
      frame,
      frame.fields.map((one) => (one === field ? text : one)),
    );
  });
}

/** `useTimezone` stood in the place of `timezone` once. */
function usualZone(options: JsonObject, write: TransformContext["write"]): string {
  return options["useTimezone"] === false ? "browser" : write("$__timezone");
}

function timeText(cell: Cell, letters: string, zone: string): Cell {
  if (cell === undefined || cell === "") return undefined;
  const time = typeof cell === "string" && !/^-?\d+(\.\d+)?$/.test(cell) ? Date.parse(cell) : Number(cell);
  // What is no time stays as it is written.
  if (!isDate(time)) return typeof cell === "string" ? cell : undefined;
  return dateByLetters(time, letters, zone);
}
