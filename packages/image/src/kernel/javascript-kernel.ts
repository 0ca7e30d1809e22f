import { premultiply, swapRedAndBlue } from "../bitmap.ts";
import type { Kernel, RowShape } from "./kernel.ts";
import { type ResamplePlan, resampleInStrips } from "./resample.ts";
import { fixedWeights, type Taps } from "./taps.ts";

/** The kernel where WebAssembly's vectors are missing. Gives the same bytes, slower. */
export const javascriptKernel: Kernel = {
  unfilter,
  filter,
  filterOpaque: (pixels, { width, height }) =>
    filter(withoutAlpha(pixels), { rowBytes: width * 3, height, bytesPerPixel: 3 }),
  withOpaqueAlpha,
  withoutAlpha,
  premultiply(pixels) {
    swapRedAndBlue(pixels);
    premultiply(pixels);
    return pixels;
  },
  adler32,
  resample,
};

function unfilter(scanlines: Uint8Array, { rowBytes, height, bytesPerPixel }: RowShape): boolean {
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    const type = scanlines[from - 1] ?? 0;
    if (type > 4) return false;
    for (let at = 0; at < rowBytes; at += 1) {
      const prediction = predict(type, neighbours(scanlines, to + at, { at, rowBytes, bytesPerPixel }));
      scanlines[to + at] = (scanlines[from + at] ?? 0) + prediction;
    }
  }
  return true;
}

/** Numbers of PNG's filters in the order they are tried. */
const CANDIDATES = [2, 1, 3, 4] as const;

function filter(rows: Uint8Array, { rowBytes, height, bytesPerPixel }: RowShape): Uint8Array {
  const scanlines = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    let bestSum = Number.POSITIVE_INFINITY;
    for (const type of CANDIDATES) {
      const candidate = new Uint8Array(rowBytes);
      for (let at = 0; at < rowBytes; at += 1) {
        const here = row * rowBytes + at;
        candidate[at] = (rows[here] ?? 0) - predict(type, neighbours(rows, here, { at, rowBytes, bytesPerPixel }));
      }
      const sum = sumOfDistances(candidate);
      if (sum > bestSum) continue;
      bestSum = sum;
      scanlines[row * (rowBytes + 1)] = type;
      scanlines.set(candidate, row * (rowBytes + 1) + 1);
      if (sum === 0) break;
    }
  }
  return scanlines;
}

function sumOfDistances(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum + (byte < 128 ? byte : 256 - byte), 0);
}

interface Place {
  /** Bytes from the start of the row. */
  readonly at: number;
  readonly rowBytes: number;
  readonly bytesPerPixel: number;
}

type Neighbours = readonly [left: number, up: number, upLeft: number];

/** Outside the picture all is zero. */
function neighbours(rows: Uint8Array, here: number, { at, rowBytes, bytesPerPixel }: Place): Neighbours {
  const isFirst = at < bytesPerPixel;
  const isTop = here < rowBytes;
  const left = isFirst ? 0 : (rows[here - bytesPerPixel] ?? 0);
  const up = isTop ? 0 : (rows[here - rowBytes] ?? 0);
  return [left, up, isFirst || isTop ? 0 : (rows[here - rowBytes - bytesPerPixel] ?? 0)];
}

function predict(type: number, [left, up, upLeft]: Neighbours): number {
  switch (type) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const byLeft = Math.abs(up - upLeft);
  const byUp = Math.abs(left - upLeft);
  const byUpLeft = Math.abs(left + up - 2 * upLeft);
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}

function withOpaqueAlpha(
  rows: Uint8Array,
  pixels: Uint8Array<ArrayBuffer> = new Uint8Array((rows.length / 3) * 4),
): Uint8Array<ArrayBuffer> {
  for (let at = 0, out = 0; out < pixels.length; at += 3, out += 4) {
    pixels[out] = rows[at + 2] ?? 0;
    pixels[out + 1] = rows[at + 1] ?? 0;
    pixels[out + 2] = rows[at] ?? 0;
    pixels[out + 3] = 255;
  }
  return pixels;
}

function withoutAlpha(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((pixels.length / 4) * 3);
  for (let at = 0, out = 0; out < rows.length; at += 4, out += 3) {
    rows[out] = pixels[at + 2] ?? 0;
    rows[out + 1] = pixels[at + 1] ?? 0;
    rows[out + 2] = pixels[at] ?? 0;
  }
  return rows;
}

/** So many bytes keep the sums exact without a division. */
const ADLER_BLOCK = 5552;

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let start = 0; start < bytes.length; start += ADLER_BLOCK) {
    const end = Math.min(bytes.length, start + ADLER_BLOCK);
    for (let at = start; at < end; at += 1) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

function resample(pixels: Uint8Array, plan: ResamplePlan): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(plan.width * plan.height * 4);
  resampleInStrips(plan, 8, ({ firstColumn, columns, slots }) => {
    const slotLength = columns * 4;
    const between = new Int16Array(slots * slotLength);
    const weights = Array.from({ length: columns }, (_, index) => fixedWeights(plan.columns, firstColumn + index));
    return {
      across(sourceRow, slot) {
        const rowAt = sourceRow * plan.source.width * 4;
        for (let index = 0; index < columns; index += 1) {
          const from = rowAt + (plan.columns.first[firstColumn + index] ?? 0) * 4;
          acrossOne(pixels, from, weights[index] ?? new Int16Array(), between, slot * slotLength + index * 4);
        }
      },
      down(row, slotOf) {
        const sums = sumRows(between, slotLength, plan.rows, row, slotOf);
        writeRow(sums, result, (row * plan.width + firstColumn) * 4);
      },
    };
  });
  return result;
}

function acrossOne(pixels: Uint8Array, from: number, weights: Int16Array, target: Int16Array, to: number): void {
  let [r, g, b, a] = [128, 128, 128, 128];
  for (let tap = 0, at = from; tap < weights.length; tap += 1, at += 4) {
    const weight = weights[tap] ?? 0;
    r += (pixels[at] ?? 0) * weight;
    g += (pixels[at + 1] ?? 0) * weight;
    b += (pixels[at + 2] ?? 0) * weight;
    a += (pixels[at + 3] ?? 0) * weight;
  }
  target[to] = toShort(r >> 8);
  target[to + 1] = toShort(g >> 8);
  target[to + 2] = toShort(b >> 8);
  target[to + 3] = toShort(a >> 8);
}

function sumRows(
  between: Int16Array,
  length: number,
  rows: Taps,
  row: number,
  slotOf: (sourceRow: number) => number,
): Int32Array {
  const sums = new Int32Array(length).fill(1 << 19);
  const first = rows.first[row] ?? 0;
  for (const [tap, weight] of fixedWeights(rows, row).entries()) {
    const from = slotOf(first + tap) * length;
    for (let at = 0; at < length; at += 1) sums[at] = (sums[at] ?? 0) + (between[from + at] ?? 0) * weight;
  }
  return sums;
}

function writeRow(sums: Int32Array, result: Uint8Array, to: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = toByte((sums[at + 3] ?? 0) >> 20);
    result[to + at] = Math.min(alpha, toByte((sums[at] ?? 0) >> 20));
    result[to + at + 1] = Math.min(alpha, toByte((sums[at + 1] ?? 0) >> 20));
    result[to + at + 2] = Math.min(alpha, toByte((sums[at + 2] ?? 0) >> 20));
    result[to + at + 3] = alpha;
  }
}

function toShort(value: number): number {
  return Math.min(32_767, Math.max(-32_768, value));
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, value));
}
