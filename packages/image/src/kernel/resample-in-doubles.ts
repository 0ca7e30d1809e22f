import { type ResamplePlan, resampleInStrips } from "./resample.ts";
import type { Taps } from "./taps.ts";

/** With more taps than this the weights become too small for 14 bits. */
const MOST_FIXED_TAPS = 512;

export function needsDoubles({ columns, rows }: ResamplePlan): boolean {
  return Math.max(columns.mostTaps, rows.mostTaps) > MOST_FIXED_TAPS;
}

/** The same filters in floating point: slow, and exact however much a picture shrinks. */
export function resampleInDoubles(pixels: Uint8Array, plan: ResamplePlan): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(plan.width * plan.height * 4);
  resampleInStrips(plan, 32, ({ firstColumn, columns, slots }) => {
    const length = columns * 4;
    const between = new Float64Array(slots * length);
    return {
      across(sourceRow, slot) {
        const row = pixels.subarray(sourceRow * plan.source.width * 4);
        for (let index = 0; index < columns; index += 1) {
          sumPixels(row, plan.columns, firstColumn + index, between.subarray(slot * length + index * 4));
        }
      },
      down(row, slotOf) {
        const sums = new Float64Array(length);
        const first = plan.rows.first[row] ?? 0;
        for (let tap = 0; tap < (plan.rows.count[row] ?? 0); tap += 1) {
          const weight = plan.rows.weights[(plan.rows.at[row] ?? 0) + tap] ?? 0;
          const from = slotOf(first + tap) * length;
          for (let at = 0; at < length; at += 1) sums[at] = (sums[at] ?? 0) + weight * (between[from + at] ?? 0);
        }
        writeRow(sums, result, (row * plan.width + firstColumn) * 4);
      },
    };
  });
  return result;
}

function sumPixels(row: Uint8Array, taps: Taps, column: number, target: Float64Array): void {
  let [r, g, b, a] = [0, 0, 0, 0];
  const weightsAt = taps.at[column] ?? 0;
  const count = taps.count[column] ?? 0;
  for (let tap = 0, at = (taps.first[column] ?? 0) * 4; tap < count; tap += 1, at += 4) {
    const weight = taps.weights[weightsAt + tap] ?? 0;
    r += (row[at] ?? 0) * weight;
    g += (row[at + 1] ?? 0) * weight;
    b += (row[at + 2] ?? 0) * weight;
    a += (row[at + 3] ?? 0) * weight;
  }
  target.set([r, g, b, a].slice(0, target.length));
}

function writeRow(sums: Float64Array, result: Uint8Array, to: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = toByte(sums[at + 3] ?? 0);
    for (let channel = 0; channel < 3; channel += 1) {
      result[to + at + channel] = Math.min(alpha, toByte(sums[at + channel] ?? 0));
    }
    result[to + at + 3] = alpha;
  }
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
