import type { FieldSettings, ThresholdStep } from "../dashboard-document.ts";
import type { DisplayField, DisplayFrame } from "../frame/frame.ts";
import { objectOf } from "../json.ts";
import { isRed } from "./color-name.ts";
import { rangeOf } from "./display-value.ts";
import { reduceValues } from "./reducer.ts";
import { stepAt } from "./thresholds.ts";

/** A number in a step of its thresholds that is red. */
export interface CriticalValue {
  readonly field: DisplayField;
  readonly value: number;
  readonly step: ThresholdStep;
}

/** Whether the last number of any field stands in a step of its thresholds that is red, where the panel shows thresholds. */
export function isCritical(frames: readonly DisplayFrame[], kind: string): boolean {
  return frames.some(({ fields }) => fields.some((field) => criticalOf(field, kind) !== undefined));
}

/** All last numbers that stand so. */
export function criticalValues(frames: readonly DisplayFrame[], kind: string): readonly CriticalValue[] {
  return frames.flatMap(({ fields }) => fields.flatMap((field) => criticalOf(field, kind) ?? []));
}

/** Whether any value of a field with such settings could be critical. */
export function mayBeCritical({ thresholds, color, custom }: FieldSettings, kind: string): boolean {
  if (thresholds === undefined || thresholds.steps.length < 2 || !thresholds.steps.some(({ color }) => isRed(color))) {
    return false;
  }
  const isMarked = (objectOf(objectOf(custom)["thresholdsStyle"])["mode"] ?? "off") !== "off";
  // A time series has the colours of its series unless it is told otherwise; single values have those of their thresholds.
  return isMarked || color?.mode === "thresholds" || (color?.mode === undefined && kind !== "timeseries");
}

function criticalOf(field: DisplayField, kind: string): CriticalValue | undefined {
  const { thresholds } = field.settings;
  if (field.type !== "number" || thresholds === undefined || !mayBeCritical(field.settings, kind)) return undefined;
  const value = reduceValues("lastNotNull", Array.from(field.values));
  if (typeof value !== "number" || Number.isNaN(value)) return undefined;
  const step = stepAt(thresholds, value, rangeOf(field));
  return step !== undefined && isRed(step.color) ? { field, value, step } : undefined;
}
