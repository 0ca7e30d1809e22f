import { formatFloat } from "../engine/float-text.ts";
import { KahanSum } from "../engine/kahan.ts";
import type { Window } from "../engine/window.ts";
import type { CallContext } from "./declaration.ts";

const LEFT_POINT = 0;
const RIGHT_POINT = 1;
const TRAPEZOIDAL = 2;
const STRATEGIES: readonly number[] = [LEFT_POINT, RIGHT_POINT, TRAPEZOIDAL];

/** Warns of a strategy that does not exist, for which the default is used. */
export function checkIntegral([strategy = TRAPEZOIDAL]: readonly number[], { call, notes }: CallContext): void {
  if (STRATEGIES.includes(strategy)) return;
  const text = `strategy should be 0, 1, or 2 (default), using 2, got ${formatFloat(strategy)}`;
  notes.warn(text, call.arguments[1]?.span ?? call.span);
}

/**
 * The area below the samples over time in seconds. NaN counts as zero.
 *
 * @param parameters - what stands for the values between two samples: 0 the first, 1 the second, 2 their mean
 */
export function integral({ times, values, first, end }: Window, [strategy = TRAPEZOIDAL]: readonly number[]): number {
  const area = new KahanSum();
  for (let at = first + 1; at < end; at += 1) {
    const seconds = ((times[at] ?? 0) - (times[at - 1] ?? 0)) / 1000;
    const [before, after] = [values[at - 1] || 0, values[at] || 0];
    if (strategy === LEFT_POINT) area.add(before * seconds);
    else if (strategy === RIGHT_POINT) area.add(after * seconds);
    else addMean(area, before, after, seconds);
  }
  return Number.isFinite(area.sum) ? area.total : area.sum;
}

/** Adds half of each value on its own where their sum would overflow. */
function addMean(area: KahanSum, before: number, after: number, seconds: number): void {
  const isTooLarge = !Number.isFinite(before + after);
  const mean = new KahanSum();
  mean.add(isTooLarge ? after / 2 : after);
  mean.add(isTooLarge ? before / 2 : before);
  const scale = isTooLarge ? seconds : seconds / 2;
  area.add(mean.sum * scale);
  area.lost += mean.lost * scale;
}
