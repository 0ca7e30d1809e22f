import type { ValueAxis } from "./series.ts";

/** Where an axis begins and ends, and its ticks. */
export interface ValueTicks {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Distance between two ticks; of a logarithmic axis the lowest tick. */
  readonly step: number;
}

/** Steps between ticks, by what the axis counts in: decimal, binary, or seconds and minutes. */
const STEPS = {
  10: [1, 2, 2.5, 5],
  1024: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  60: [1, 2, 5, 10, 15, 30],
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
  const densest = niceStep((limits.high - limits.low) / Math.max(1, axis.count), axis.tickBase ?? 10);
  const ticks = linearTicks(limits, { ...axis, step: densest });
  return toldApart(ticks, (step) => linearTicks(limits, { ...axis, step }), axis) ?? ticks;
}

/** Wider and wider steps, until a label is not rounded to what stands elsewhere; nothing where too few ticks are left. */
function toldApart(
  dense: ValueTicks,
  ticksBy: (step: number) => ValueTicks,
  { tickUnit, tickBase = 10 }: ValueAxis,
): ValueTicks | undefined {
  let tried = dense;
  while (tried.ticks.length >= 2) {
    const unit = tickUnit?.(tried.ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0)) ?? 0;
    const units = tried.step / unit;
    if (!(unit > 0) || (units > 0.5 && Math.abs(units - Math.round(units)) < 1e-6 * units)) return tried;
    tried = ticksBy(niceStep(Math.max(tried.step * 1.01, unit), tickBase));
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
function niceStep(rough: number, base: 10 | 60 | 1024): number {
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  if (base === 60 && rough > 0.5 && rough <= 1800) return sexagesimalStep(rough);
  const power = base === 1024 && rough >= 1 ? 1024 : 10;
  const magnitude = power ** Math.floor(Math.log(rough) / Math.log(power) + 1e-9);
  const steps: readonly number[] = power === 1024 ? STEPS[1024] : STEPS[10];
  const factor = steps.find((step) => step * magnitude >= rough * (1 - 1e-9)) ?? power;
  return factor * magnitude;
}

function sexagesimalStep(rough: number): number {
  const unit = rough > 30 ? 60 : 1;
  return (STEPS[60].find((step) => step * unit >= rough) ?? 60) * unit;
}

/** `count * step` without the last digits that binary fractions leave. */
function exact(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}

function logTicks(
  low: number,
  high: number,
  axis: ValueAxis & { readonly count: number; readonly log: number },
): ValueTicks {
  const lowest = axis.min !== undefined && axis.min > 0 ? axis.min : low;
  const highest = axis.max !== undefined && axis.max > 0 ? axis.max : high;
  if (!(lowest > 0) || !Number.isFinite(highest)) return { min: 1, max: axis.log, ticks: [1, axis.log], step: 1 };
  const exponent = (value: number) => Math.log(value) / Math.log(axis.log);
  const first = Math.floor(exponent(lowest) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(exponent(highest) - 1e-9));
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, axis.count)));
  const powers = Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, at) => first + at * every);
  const between =
    axis.log === 10 ? (BETWEEN_POWERS.find(({ length }) => (last - first) * (length + 1) <= axis.count) ?? []) : [];
  const ticks = powers
    .flatMap((power) => [1, ...(power < last ? between : [])].map((factor) => factor * axis.log ** power))
    .map((tick) => Number(tick.toPrecision(12)));
  return { min: axis.log ** first, max: axis.log ** last, ticks, step: axis.log ** first };
}
