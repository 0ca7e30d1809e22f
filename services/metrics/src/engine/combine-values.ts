import { combineHistograms, divideHistogram, multiplyHistogram } from "../histogram/arithmetic.ts";
import { areEqual, type Histogram, RESET_GAUGE } from "../histogram/histogram.ts";
import { trimHistogram } from "../histogram/trim.ts";
import type { ArithmeticOperator, Binary, Comparison, TrimOperator } from "../promql/syntax.ts";
import { isComparison, isSetOperator, isTrimOperator } from "../promql/syntax.ts";
import { HistogramNotes } from "./histogram-notes.ts";
import type { Notes } from "./notes.ts";
import { ARITHMETIC, COMPARE } from "./operators.ts";

/** A float or a native histogram. */
export type SampleValue = number | Histogram;

/** What two values make of which at least one is a native histogram; `undefined` where they make nothing. */
export type CombineValues = (left: SampleValue, right: SampleValue) => SampleValue | undefined;

/**
 * The meaning of an operator for values of either kind. What it cannot do with histograms is noted, and makes nothing.
 * A comparison that filters gives its left side.
 */
export function valueCombiner(binary: Binary, notes: Notes): CombineValues {
  const { operator } = binary;
  if (isSetOperator(operator)) throw new TypeError("sets are not computed");
  const histogramNotes = new HistogramNotes(notes, binary.span);
  return (left, right) => {
    if (typeof left === "number" && typeof right === "number" && !isTrimOperator(operator)) {
      return ofFloats(binary, operator, left, right);
    }
    const made = isTrimOperator(operator)
      ? trimmed(operator, left, right)
      : isComparison(operator)
        ? compared(binary, operator, left, right)
        : computed(operator, left, right, histogramNotes);
    if (made !== "impossible") return made;
    histogramNotes.incompatibleKinds(kindOf(left), operator, kindOf(right));
    return undefined;
  };
}

function kindOf(value: SampleValue): string {
  return typeof value === "number" ? "float" : "histogram";
}

function ofFloats(
  { returnsBool }: Binary,
  operator: ArithmeticOperator | Comparison,
  left: number,
  right: number,
): number | undefined {
  if (!isComparison(operator)) return ARITHMETIC[operator](left, right);
  const holds = COMPARE[operator](left, right);
  if (returnsBool) return holds ? 1 : 0;
  return holds ? left : undefined;
}

function trimmed(operator: TrimOperator, left: SampleValue, right: SampleValue): Histogram | "impossible" {
  if (typeof left === "number" || typeof right !== "number") return "impossible";
  return trimHistogram(left, right, operator === "</" ? "above" : "below");
}

function compared(
  { returnsBool }: Binary,
  operator: Comparison,
  left: SampleValue,
  right: SampleValue,
): SampleValue | undefined | "impossible" {
  if (typeof left === "number" || typeof right === "number") return "impossible";
  if (operator !== "==" && operator !== "!=") return "impossible";
  const holds = areEqual(left, right) === (operator === "==");
  if (returnsBool) return holds ? 1 : 0;
  return holds ? left : undefined;
}

function computed(
  operator: ArithmeticOperator,
  left: SampleValue,
  right: SampleValue,
  notes: HistogramNotes,
): Histogram | undefined | "impossible" {
  if (typeof left === "number") {
    return operator === "*" && typeof right !== "number" ? multiplyHistogram(right, left) : "impossible";
  }
  if (typeof right === "number") {
    if (operator === "*") return multiplyHistogram(left, right);
    return operator === "/" ? divideHistogram(left, right) : "impossible";
  }
  if (operator !== "+" && operator !== "-") return "impossible";
  const made =
    operator === "+"
      ? combineHistograms(left, right, 1, notes.during("addition"))
      : combineHistograms(left, right, -1, notes.during("subtraction"));
  if (made === undefined) notes.incompatibleBuckets(operator);
  return made && (operator === "-" ? { ...made, resetHint: RESET_GAUGE } : made);
}
