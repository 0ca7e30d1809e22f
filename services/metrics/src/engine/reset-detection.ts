import { isReset } from "../histogram/arithmetic.ts";
import { RESET_GAUGE, RESET_NO, RESET_UNKNOWN, RESET_YES, type ResetHint } from "../histogram/histogram.ts";
import type { SampleBuffer } from "../store/sample-buffer.ts";

/** Gives the native histograms of a series the reset hints that follow from the samples before them. */
export function detectResets({ histograms, count }: SampleBuffer): void {
  if (histograms === undefined) return;
  let before = histograms[0];
  for (let at = 0; at < count; at += 1) {
    const one = histograms[at];
    if (one !== undefined && one.resetHint !== RESET_GAUGE) {
      const hint: ResetHint =
        at === 0 || before === undefined ? RESET_UNKNOWN : isReset(one, before) ? RESET_YES : RESET_NO;
      histograms[at] = { ...one, resetHint: hint };
    }
    before = one;
  }
}
