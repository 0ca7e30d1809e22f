import type { DisplayField, DisplayFrame } from "../frame/frame.ts";
import { objectOf } from "../json.ts";
import { isRed } from "./color-name.ts";
import { rangeOf } from "./display-value.ts";
import { reduceValues } from "./reducer.ts";
import { stepAt } from "./thresholds.ts";

/** Whether the last number of any field stands in a step of its thresholds that is red, where the panel shows thresholds. */
export function isCritical(frames: readonly DisplayFrame[], kind: string): boolean {
  return frames.some(({ fields }) => fields.some((field) => isFieldCritical(field, kind)));
}

function isFieldCritical(field: DisplayField, kind: string): boolean {
  const { thresholds, color, custom } = field.settings;
  if (field.type !== "number" || thresholds === undefined || thresholds.steps.length < 2) return false;
  const isMarked = (objectOf(objectOf(custom)["thresholdsStyle"])["mode"] ?? "off") !== "off";
  // A time series has the colours of its series unless it is told otherwise; single values have those of their thresholds.
  const isColored = color?.mode === "thresholds" || (color?.mode === undefined && kind !== "timeseries");
  if (!isMarked && !isColored) return false;
  const last = reduceValues("lastNotNull", Array.from(field.values));
  if (typeof last !== "number" || Number.isNaN(last)) return false;
  return isRed(stepAt(thresholds, last, rangeOf(field))?.color ?? "");
}
