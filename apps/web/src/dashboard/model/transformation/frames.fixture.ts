import type { Cell } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import type { JsonObject } from "../json.ts";
import { transformFrames } from "../transform.ts";
import { column, columnName } from "./column.ts";

/** Frames to try transformations on; tests import them. */
export function aField(name: string, values: readonly Cell[], more: Partial<Field> = {}): Field {
  const type = name.startsWith("Time") ? "time" : typeof values[0] === "string" ? "string" : "number";
  return { ...column(name, { type, values }), ...more };
}

export function aFrame(fields: readonly Field[], refId = "A"): Frame {
  return { refId, name: "", fields, length: fields[0]?.values.length ?? 0 };
}

function aSeries(name: string, values: readonly number[], labels: Readonly<Record<string, string>> = {}): Frame {
  const times = values.map((_, at) => at * 1000);
  return {
    ...aFrame([aField("Time", times), aField("Value", values, { labels, settings: { displayNameFromDS: name } })]),
    name,
  };
}

function run(frames: readonly Frame[], id: string, options: JsonObject) {
  return transformFrames(
    frames,
    [{ id, options, isDisabled: false, topic: "series", filter: undefined }],
    (text) => text,
  );
}

export function transformed(frames: readonly Frame[], id: string, options: JsonObject = {}) {
  return run(frames, id, options).frames;
}

export function noticesOf(frames: readonly Frame[], id: string, options: JsonObject = {}) {
  return run(frames, id, options).notices;
}

/** Each frame as an object of its columns. */
export const tablesOf = (frames: readonly Frame[]) =>
  frames.map(({ fields }) => Object.fromEntries(fields.map((field) => [columnName(field), Array.from(field.values)])));

export const a = aSeries("a", [1, 2], { pod: "p1" });
export const b = aSeries("b", [10, 20], { pod: "p2" });
export const table = aFrame([aField("Time", [1, 2, 3]), aField("pod", ["x", "y", "x"]), aField("Value", [5, 6, 7])]);
