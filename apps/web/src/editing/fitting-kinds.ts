import { type DisplayField, type DisplayFrame, isApart } from "../dashboard/model/frame/frame.ts";

/** More values than these are no states. */
const MOST_STATES = 6;
/** More slices or bars than these nobody tells apart. */
const MOST_PARTS = 12;

/** Kinds of panels that suit what a panel's queries answered, the best one first; none without an answer. */
export function fittingKinds(frames: readonly DisplayFrame[]): readonly string[] {
  const filled = frames.filter((frame) => frame.length > 0 && !isApart(frame));
  if (filled.length === 0) return [];
  const numbers = filled.flatMap(({ fields }) => fields.filter(({ type }) => type === "number"));
  if (numbers.length === 0) return ["table"];
  if (numbers.some(({ labels }) => labels["le"] !== undefined)) return ["heatmap", "histogram", "timeseries"];
  const isOverTime = filled.every(({ length, fields }) => length > 1 && fields.some(({ type }) => type === "time"));
  if (isOverTime) return overTime(numbers);
  const isOne = numbers.length === 1 && filled.every(({ length }) => length === 1);
  return isOne ? ["stat", "gauge", "table"] : ["bargauge", "piechart", "barchart", "table"];
}

function overTime(numbers: readonly DisplayField[]): readonly string[] {
  const states = numbers.every(hasFewValues) ? ["state-timeline", "status-history"] : [];
  const values = numbers.length === 1 ? ["stat", "gauge"] : numbers.length <= MOST_PARTS ? ["stat", "bargauge"] : [];
  return [...states, "timeseries", ...values, "table"];
}

function hasFewValues({ values }: DisplayField): boolean {
  const found = new Set<unknown>();
  for (const value of Array.from(values)) {
    found.add(value);
    if (found.size > MOST_STATES) return false;
  }
  return true;
}
