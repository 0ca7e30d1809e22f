import { durationPlace, durationRung, durationStep, ticksAfterRung } from "./duration-ticks.ts";
import type { ValueAxis } from "./series.ts";

/** Where an axis begins and ends, and its ticks. */
export interface ValueTicks {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Distance between two ticks; of a logarithmic axis the lowest tick. */
  readonly step: number;
}

/** Steps between ticks, by what the axis counts in: decimal or binary. */
const STEPS = {
  10: [1, 2, 2.5, 5],
  1024: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
} as const;

/** Ticks between two powers of ten, where there is room for so many. */
const BETWEEN_POWERS = [[2, 5], [3]] as const;

/** Below it steps between ticks would vanish in rounding; everything there passes as zero. */
const SMALLEST = 1e-290;

/**
 * Round limits and ticks for values from `low` to `high`.
 *
 * @param low - lowest value shown; `Infinity` when there is none
 * @param count - how many ticks there is room for
 */
export function valueTicks(low: number, high: number, axis: ValueAxis & { readonly count: number }): ValueTicks {
  if (axis.log !== undefined && axis.log > 1) return logTicks(low, high, { ...axis, log: axis.log });
  const limits = limitsOf(low, high, axis);
  const densest = niceStep((limits.high - limits.low) / Math.max(1, axis.count), axis);
  const ticks = linearTicks(limits, { ...axis, step: densest });
  return toldApart(ticks, (step) => linearTicks(limits, { ...axis, step }), axis) ?? ticks;
}

/** Wider and wider steps, until a label is not rounded to what stands elsewhere; nothing where too few ticks are left. */
function toldApart(dense: ValueTicks, ticksBy: (step: number) => ValueTicks, axis: ValueAxis): ValueTicks | undefined {
  let tried = dense;
  while (tried.ticks.length >= 2) {
    const unit = axis.tickUnit?.(tried.ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0)) ?? 0;
    const units = tried.step / unit;
    if (!(unit > 0) || (units > 0.5 && Math.abs(units - Math.round(units)) < 1e-6 * units)) return tried;
    tried = ticksBy(niceStep(Math.max(tried.step * 1.01, unit), axis));
  }
  return undefined;
}

interface Limits {
  readonly low: number;
  readonly high: number;
}

function linearTicks(limits: Limits, { step, ...axis }: ValueAxis & { readonly step: number }): ValueTicks {
  const min = axis.min ?? Math.floor(limits.low / step + 1e-9) * step;
  const max = axis.max ?? Math.ceil(limits.high / step - 1e-9) * step;
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  const ticks = Array.from({ length: Math.max(0, Math.min(last - first + 1, 100)) }, (_, at) =>
    exact(first + at, step),
  );
  return { min, max, ticks, step };
}

function limitsOf(low: number, high: number, axis: ValueAxis): Limits {
  const widened = widen(
    axis.min ?? Math.min(low, axis.softMin ?? low),
    axis.max ?? Math.max(high, axis.softMax ?? high),
    axis,
  );
  if (axis.isCentered !== true) return widened;
  const reach = Math.max(Math.abs(widened.low), Math.abs(widened.high));
  return { low: -reach, high: reach };
}

/** A range with some extent: no data give 0 to 1, a constant gets room on both sides or down to zero. */
function widen(low: number, high: number, axis: ValueAxis): Limits {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  if (Number.isFinite(high - low) && high - low > largest * 1e-12 && largest > SMALLEST) return { low, high };
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return { low: axis.min ?? 0, high: axis.max ?? (axis.min ?? 0) + 1 };
  if (axis.min !== undefined || axis.max !== undefined) return fixedSide(low, high, axis);
  if (largest <= SMALLEST) return { low: 0, high: 1 };
  return low > 0 ? { low: 0, high: low * 2 } : { low: low * 2, high: 0 };
}

function fixedSide(low: number, high: number, axis: ValueAxis): Limits {
  const extent = Math.abs(low) || 1;
  return axis.min === undefined ? { low: high - extent, high } : { low, high: low + extent };
}

/** The smallest round number that is not below `rough`. */
function niceStep(rough: number, { tickBase, tickSeconds = 1 }: ValueAxis): number {
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  if (tickBase !== 60) return stepByPowers(rough, tickBase === 1024 && rough >= 1 ? 1024 : 10);
  return durationStep(rough * tickSeconds, (seconds) => stepByPowers(seconds, 10)) / tickSeconds;
}

function stepByPowers(rough: number, power: 10 | 1024): number {
  const magnitude = power ** Math.floor(Math.log(rough) / Math.log(power) + 1e-9);
  const steps: readonly number[] = STEPS[power];
  const factor = steps.find((step) => step * magnitude >= rough * (1 - 1e-9)) ?? power;
  return factor * magnitude;
}

/** `count * step` without the last digits that binary fractions leave. */
function exact(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}

interface LogAxis extends ValueAxis {
  readonly count: number;
  readonly log: number;
}

function logTicks(low: number, high: number, axis: LogAxis): ValueTicks {
  const lowest = axis.min !== undefined && axis.min > 0 ? axis.min : low;
  const highest = axis.max !== undefined && axis.max > 0 ? axis.max : high;
  const { rung, place, between } = ladderOf(axis);
  if (!(lowest > 0) || !Number.isFinite(highest)) return { min: 1, max: axis.log, ticks: [1, axis.log], step: 1 };
  const first = place(lowest, "below");
  const last = Math.max(first + 1, place(highest, "above"));
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, axis.count)));
  const rungs = Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, at) => first + at * every);
  const room = axis.count / (last - first);
  const ticks = rungs.flatMap((at) => [rung(at), ...(at < last ? between(at, room) : [])]);
  return { min: rung(first), max: rung(last), ticks, step: rung(first) };
}

/** The ticks that an axis may have, one above the other, and those between that are shown where there is room. */
interface Ladder {
  readonly rung: (place: number) => number;
  readonly place: (value: number, side: "below" | "above") => number;
  /** @param room - how many ticks there may be from a rung to the next */
  readonly between: (place: number, room: number) => readonly number[];
}

function ladderOf({ log, tickBase, tickSeconds = 1 }: LogAxis): Ladder {
  if (tickBase === 60) {
    const own = (seconds: number) => Number((seconds / tickSeconds).toPrecision(12));
    return {
      rung: (place) => own(durationRung(place)),
      place: (value, side) => durationPlace(value * tickSeconds, side),
      between: (place, room) => (room < 2 ? [] : ticksAfterRung(place, room < 3 ? "few" : "many").map(own)),
    };
  }
  const power = (place: number, factor = 1) => Number((factor * log ** place).toPrecision(12));
  const exponent = (value: number) => Math.log(value) / Math.log(log);
  return {
    rung: power,
    place: (value, side) => (side === "below" ? Math.floor(exponent(value) + 1e-9) : Math.ceil(exponent(value) - 1e-9)),
    between: (place, room) =>
      log === 10 ? (BETWEEN_POWERS.find(({ length }) => length + 1 <= room) ?? []).map((one) => power(place, one)) : [],
  };
}
