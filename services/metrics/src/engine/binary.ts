import { MetricsError } from "../errors.ts";
import { type Binary, isComparison, isSetOperator, isTrimOperator } from "../promql/syntax.ts";
import { type CombineValues, valueCombiner } from "./combine-values.ts";
import { matchVectors } from "./match-vectors.ts";
import type { Notes } from "./notes.ts";
import { ARITHMETIC, COMPARE, keepsNames } from "./operators.ts";
import { applySetOperator } from "./set-operators.ts";
import { ABSENT, FLOAT, HISTOGRAM, setAt, type Value, type VectorSeries, type VectorValue } from "./values.ts";
import type { Work } from "./work.ts";

/** What a combination works with. */
export interface Tools {
  readonly work: Work;
  readonly notes: Notes;
}

/** Combines two values. Columns of the operands are used for the result where they fit. */
export async function combine(binary: Binary, left: Value, right: Value, tools: Tools): Promise<Value> {
  if (left.kind === "scalar" && right.kind === "scalar") return combineScalars(binary, left.values, right.values);
  if (left.kind === "vector" && right.kind === "scalar") {
    return await combineEach(binary, left.series, right.values, { order: "vector first", ...tools });
  }
  if (left.kind === "scalar" && right.kind === "vector") {
    return await combineEach(binary, right.series, left.values, { order: "scalar first", ...tools });
  }
  if (left.kind !== "vector" || right.kind !== "vector") throw new TypeError("the parser lets no strings through");
  const sides = { left: left.series, right: right.series };
  const join = isSetOperator(binary.operator) ? applySetOperator : matchVectors;
  return { kind: "vector", series: await join(binary, sides, tools) };
}

function combineScalars({ operator }: Binary, left: Float64Array, right: Float64Array): Value {
  if (isSetOperator(operator)) throw new TypeError("the parser lets no sets of scalars through");
  if (isTrimOperator(operator)) {
    throw new MetricsError("query_refused", { detail: `operator "${operator}" not allowed for Scalar operations` });
  }
  if (isComparison(operator)) {
    const compare = COMPARE[operator];
    return { kind: "scalar", values: left.map((value, step) => (compare(value, right[step] ?? 0) ? 1 : 0)) };
  }
  const apply = ARITHMETIC[operator];
  return { kind: "scalar", values: left.map((value, step) => apply(value, right[step] ?? 0)) };
}

async function combineEach(
  binary: Binary,
  series: readonly VectorSeries[],
  scalar: Float64Array,
  { order, work, notes }: Tools & { order: "vector first" | "scalar first" },
): Promise<VectorValue> {
  const combineValues = valueCombiner(binary, notes);
  const change = eachChange(binary, order, combineValues);
  for (const one of series) {
    if (work.isDue()) await work.rest();
    if (one.histograms !== undefined) changeHistograms(one, scalar, order, combineValues);
    changeFloats(one, scalar, change);
  }
  const dropsName = !keepsNames(binary.operator) || binary.returnsBool;
  return { kind: "vector", series: dropsName ? series.map((one) => ({ ...one, dropsName })) : series };
}

function changeFloats({ values, present }: VectorSeries, scalar: Float64Array, change: Change): void {
  for (let step = 0; step < values.length; step += 1) {
    if (present[step] === FLOAT) change(values, present, step, scalar[step] ?? 0);
  }
}

/** Histograms meet numbers only in products and quotients, which are histograms again. */
function changeHistograms(
  series: VectorSeries,
  scalar: Float64Array,
  order: "vector first" | "scalar first",
  combineValues: CombineValues,
): void {
  for (const [step, kind] of series.present.entries()) {
    const histogram = kind === HISTOGRAM ? series.histograms?.[step] : undefined;
    if (histogram === undefined) continue;
    const number = scalar[step] ?? 0;
    series.present[step] = ABSENT;
    setAt(series, step, order === "vector first" ? combineValues(histogram, number) : combineValues(number, histogram));
  }
}

type Change = (values: Float64Array, present: Uint8Array, step: number, scalar: number) => void;

/** What happens to one value of the vector. */
function eachChange(
  { operator, returnsBool }: Binary,
  order: "vector first" | "scalar first",
  combineValues: CombineValues,
): Change {
  if (isSetOperator(operator)) throw new TypeError("the parser lets no sets of scalars through");
  const isSwapped = order === "scalar first";
  if (isTrimOperator(operator)) {
    // Floats have nothing that could be cut off, which is noted.
    return (values, present, step, scalar) => {
      present[step] = ABSENT;
      combineValues(isSwapped ? scalar : (values[step] ?? 0), isSwapped ? (values[step] ?? 0) : scalar);
    };
  }
  if (!isComparison(operator)) {
    const apply = ARITHMETIC[operator];
    return (values, _, step, scalar) => {
      const value = values[step] ?? 0;
      values[step] = isSwapped ? apply(scalar, value) : apply(value, scalar);
    };
  }
  const compare = COMPARE[operator];
  return (values, present, step, scalar) => {
    const value = values[step] ?? 0;
    const holds = isSwapped ? compare(scalar, value) : compare(value, scalar);
    if (returnsBool) values[step] = holds ? 1 : 0;
    else if (!holds) present[step] = ABSENT;
  };
}
