/**
 * How a stored value (0 to 1) becomes light (0 to 1).
 *
 * `parametric`: `(a x + b)^g + e` from `d` on, `c x + f` below, as the ICC's parametric curves write it.
 * `table`: samples at equal distances, linear between them.
 */
export type Curve =
  | { readonly kind: "parametric"; readonly parameters: CurveParameters }
  | { readonly kind: "table"; readonly samples: readonly number[] };

export interface CurveParameters {
  readonly g: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const SRGB_CURVE: Curve = parametric({ g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045 });
export const LINEAR_CURVE: Curve = powerCurve(1);

export function parametric(given: Partial<CurveParameters> & { readonly g: number }): Curve {
  return { kind: "parametric", parameters: { a: 1, b: 0, c: 0, d: 0, e: 0, f: 0, ...given } };
}

export function powerCurve(gamma: number): Curve {
  return parametric({ g: gamma });
}

/** Value to light; not clipped. */
export function decodeValue(curve: Curve, x: number): number {
  if (curve.kind === "table") return interpolate(curve.samples, x);
  const { g, a, b, c, d, e, f } = curve.parameters;
  return x >= d ? Math.max(0, a * x + b) ** g + e : c * x + f;
}

/** Light to value, by halving: every curve that can be read rises. */
export function encodeLight(curve: Curve, light: number): number {
  if (light <= decodeValue(curve, 0)) return 0;
  if (light >= decodeValue(curve, 1)) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (decodeValue(curve, middle) < light) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export function isSameCurve(one: Curve, other: Curve, tolerance: number): boolean {
  if (one === other) return true;
  for (let step = 0; step <= 255; step += 1) {
    if (Math.abs(decodeValue(one, step / 255) - decodeValue(other, step / 255)) > tolerance) return false;
  }
  return true;
}

/** Whether the curve rises from about nothing to about everything and never falls: others say nothing useful. */
export function isUsableCurve(curve: Curve): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (let step = 0; step <= 255; step += 1) {
    const light = decodeValue(curve, step / 255);
    if (!Number.isFinite(light) || light < before - 1e-6) return false;
    before = light;
  }
  return decodeValue(curve, 0) < 0.5 && before > 0.5 && before < 2;
}

function interpolate(samples: readonly number[], x: number): number {
  const position = Math.min(1, Math.max(0, x)) * (samples.length - 1);
  const left = Math.floor(position);
  const from = samples[left] ?? 0;
  const to = samples[Math.min(samples.length - 1, left + 1)] ?? 0;
  return from + (to - from) * (position - left);
}
