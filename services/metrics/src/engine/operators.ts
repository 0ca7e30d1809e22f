import {
  type ArithmeticOperator,
  type BinaryOperator,
  type Comparison,
  isComparison,
  isTrimOperator,
} from "../promql/syntax.ts";

/** Arithmetic on floats, as the peer's language does it where it differs from JavaScript's. */
export const ARITHMETIC: Readonly<Record<ArithmeticOperator, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "^": power,
  atan2: Math.atan2,
};

export const COMPARE: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  ">": (left, right) => left > right,
  "<": (left, right) => left < right,
  ">=": (left, right) => left >= right,
  "<=": (left, right) => left <= right,
};

/** Whether a metric is still the same after an operation, so that its name stays. */
export function keepsNames(operator: BinaryOperator): boolean {
  return isComparison(operator) || isTrimOperator(operator);
}

/** IEEE 754's pow: 1 to any power is 1, and so is -1 to an infinite one. */
function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && !Number.isFinite(exponent) && !Number.isNaN(exponent))) return 1;
  return base ** exponent;
}
