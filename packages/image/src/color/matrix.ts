/** Nine numbers, row by row. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];
export type Vector = readonly [number, number, number];
/** CIE x and y. */
export type Chromaticity = readonly [x: number, y: number];

export const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** The white of the ICC's connection space. */
const D50: Vector = [0.9642, 1, 0.8249];
const BRADFORD: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

export interface Primaries {
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
  readonly white: Chromaticity;
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const cell = (row: number, column: number): number =>
    at(a, row, 0) * at(b, 0, column) + at(a, row, 1) * at(b, 1, column) + at(a, row, 2) * at(b, 2, column);
  return [cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 1), cell(1, 2), cell(2, 0), cell(2, 1), cell(2, 2)];
}

function apply(m: Matrix, [x, y, z]: Vector): Vector {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** @returns `undefined` when the matrix has no inverse */
export function invert(m: Matrix): Matrix | undefined {
  const [a, b, c, d, e, f, g, h, i] = m;
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return undefined;
  const scaled = (value: number): number => value / determinant;
  return [
    scaled(A),
    scaled(c * h - b * i),
    scaled(b * f - c * e),
    scaled(B),
    scaled(a * i - c * g),
    scaled(c * d - a * f),
    scaled(C),
    scaled(b * g - a * h),
    scaled(a * e - b * d),
  ];
}

/**
 * RGB light to XYZ under D50, adapted from the white point by Bradford's method.
 *
 * @returns `undefined` for primaries that span nothing
 */
export function matrixOf({ red, green, blue, white }: Primaries): Matrix | undefined {
  const [r, g, b] = [toXyz(red), toXyz(green), toXyz(blue)];
  const columns: Matrix = [r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]];
  const inverse = invert(columns);
  const adaptation = adaptToD50(toXyz(white));
  if (inverse === undefined || adaptation === undefined) return undefined;
  const [sr, sg, sb] = apply(inverse, toXyz(white));
  const matrix = multiply(adaptation, multiply(columns, [sr, 0, 0, 0, sg, 0, 0, 0, sb]));
  return matrix.every(Number.isFinite) && invert(matrix) !== undefined ? matrix : undefined;
}

function adaptToD50(white: Vector): Matrix | undefined {
  const inverse = invert(BRADFORD);
  const [from, to] = [apply(BRADFORD, white), apply(BRADFORD, D50)];
  if (inverse === undefined) return undefined;
  return multiply(inverse, multiply([to[0] / from[0], 0, 0, 0, to[1] / from[1], 0, 0, 0, to[2] / from[2]], BRADFORD));
}

function toXyz([x, y]: Chromaticity): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

function at(m: Matrix, row: number, column: number): number {
  return m[row * 3 + column] ?? 0;
}

export const D65: Chromaticity = [0.3127, 0.329];

/** BT.709's primaries are the usual ones; the matrix is theirs under D50. */
export const BT709_TO_XYZ: Matrix =
  matrixOf({
    red: [0.64, 0.33],
    green: [0.3, 0.6],
    blue: [0.15, 0.06],
    white: D65,
  }) ?? IDENTITY;
