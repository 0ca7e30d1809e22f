import { type Bitmap, divideByAlpha, multiplyByAlpha } from "../bitmap.ts";
import { type ColorSpace, isSameSpace, SRGB } from "./color-space.ts";
import { type Curve, decodeValue, encodeLight } from "./curve.ts";
import { invert, multiply } from "./matrix.ts";

/** Encoding looks values up by the root of the light: pure powers are then almost straight, also near black. */
const ENCODE_STEPS = 4095;

/** The same picture in another space: decoded, through XYZ, clipped per channel, encoded. Alpha stays. */
export function toSpace(bitmap: Bitmap, space: ColorSpace): Bitmap {
  const back = invert(space.toXyz);
  if (back === undefined || isSameSpace(bitmap.colorSpace, space)) return bitmap;
  const matrix = multiply(back, bitmap.colorSpace.toXyz);
  const [red, green, blue] = space.curves;
  const [fromRed, fromGreen, fromBlue] = bitmap.colorSpace.curves;
  const light = [decodeTable(fromRed), decodeTable(fromGreen), decodeTable(fromBlue)] as const;
  const rows = [matrix.slice(0, 3), matrix.slice(3, 6), matrix.slice(6, 9)].map((row) => Float64Array.from(row));
  const pixels = new Uint8Array(bitmap.pixels.length);
  for (const [channel, curve] of [red, green, blue].entries()) {
    convertChannel(bitmap.pixels, pixels, {
      channel,
      light,
      row: rows[channel] ?? new Float64Array(3),
      table: encodeTable(curve),
    });
  }
  return { ...bitmap, pixels, colorSpace: space };
}

interface ChannelPlan {
  /** 0 red, 1 green, 2 blue. */
  readonly channel: number;
  /** Light of each value of red, green and blue. */
  readonly light: readonly [Float64Array, Float64Array, Float64Array];
  readonly row: Float64Array;
  readonly table: Uint8Array;
}

function convertChannel(from: Uint8Array, to: Uint8Array, { channel, light, row, table }: ChannelPlan): void {
  const [red, green, blue] = light;
  const [m0 = 0, m1 = 0, m2 = 0] = row;
  for (let at = 0; at < from.length; at += 4) {
    const alpha = from[at + 3] ?? 0;
    if (alpha === 0) continue;
    const r = red[divideByAlpha(from[at + 2] ?? 0, alpha)] ?? 0;
    const g = green[divideByAlpha(from[at + 1] ?? 0, alpha)] ?? 0;
    const b = blue[divideByAlpha(from[at] ?? 0, alpha)] ?? 0;
    to[at + 2 - channel] = multiplyByAlpha(table[stepOf(m0 * r + m1 * g + m2 * b)] ?? 0, alpha);
    to[at + 3] = alpha;
  }
}

export function toSrgb(bitmap: Bitmap): Bitmap {
  return toSpace(bitmap, SRGB);
}

function stepOf(light: number): number {
  if (!(light > 0)) return 0;
  return light >= 1 ? ENCODE_STEPS : Math.round(Math.sqrt(light) * ENCODE_STEPS);
}

function decodeTable(curve: Curve): Float64Array {
  return Float64Array.from({ length: 256 }, (_, value) => decodeValue(curve, value / 255));
}

function encodeTable(curve: Curve): Uint8Array {
  return Uint8Array.from({ length: ENCODE_STEPS + 1 }, (_, step) =>
    Math.round(encodeLight(curve, (step / ENCODE_STEPS) ** 2) * 255),
  );
}
