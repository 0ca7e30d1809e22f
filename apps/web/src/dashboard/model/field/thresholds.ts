import type { ThresholdStep, Thresholds } from "../dashboard-document.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The step that a value has reached; the first one when it is below all. */
export function stepAt({ mode, steps }: Thresholds, value: number, range: Range): ThresholdStep | undefined {
  const compared = mode === "absolute" ? value : ((value - range.min) / (range.max - range.min || 1)) * 100;
  return steps.findLast(({ from }) => compared >= from) ?? steps[0];
}

/** The steps as values of the axis: those of a percentage are shares of the range. */
export function absoluteSteps({ mode, steps }: Thresholds, { min, max }: Range): readonly ThresholdStep[] {
  if (mode === "absolute") return steps;
  return steps.map(({ from, color }) => ({
    color,
    from: Number.isFinite(from) ? min + (from / 100) * (max - min) : from,
  }));
}
