import type { Curve } from "./curve.ts";
import { isSameCurve, SRGB_CURVE } from "./curve.ts";
import { BT709_TO_XYZ, type Matrix } from "./matrix.ts";

/** An RGB space: how a value becomes light (per channel) and how light becomes XYZ under D50. */
export interface ColorSpace {
  readonly toXyz: Matrix;
  readonly curves: readonly [red: Curve, green: Curve, blue: Curve];
}

export const SRGB: ColorSpace = { toXyz: BT709_TO_XYZ, curves: [SRGB_CURVE, SRGB_CURVE, SRGB_CURVE] };

const MATRIX_TOLERANCE = 0.01;
const CURVE_TOLERANCE = 0.001;

/** A space that cannot be told from sRGB becomes sRGB itself, so that such pictures gain no profile. */
export function simplified(space: ColorSpace): ColorSpace {
  return isSameSpace(space, SRGB) ? SRGB : space;
}

export function isSameSpace(one: ColorSpace, other: ColorSpace): boolean {
  if (one === other) return true;
  const matricesAgree = one.toXyz.every((value, at) => Math.abs(value - (other.toXyz[at] ?? 0)) <= MATRIX_TOLERANCE);
  return (
    matricesAgree &&
    isSameCurve(one.curves[0], other.curves[0], CURVE_TOLERANCE) &&
    isSameCurve(one.curves[1], other.curves[1], CURVE_TOLERANCE) &&
    isSameCurve(one.curves[2], other.curves[2], CURVE_TOLERANCE)
  );
}
