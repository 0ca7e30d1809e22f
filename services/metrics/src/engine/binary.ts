import { type Binary, isComparison, isSetOperator } from "../promql/syntax.ts";
import { matchVectors } from "./match-vectors.ts";
import { ARITHMETIC, COMPARE } from "./operators.ts";
import { applySetOperator } from "./set-operators.ts";
import { ABSENT, type Value, type VectorSeries, type VectorValue } from "./values.ts";
import type { Work } from "./work.ts";

/** Combines two values. Columns of the operands are used for the result where they fit. */
export async function combine(binary: Binary, left: Value, right: Value, work: Work): Promise<Value> {
  if (left.kind === "scalar" && right.kind === "scalar") return combineScalars(binary, left.values, right.values);
  if (left.kind === "vector" && right.kind === "scalar") {
    return await combineEach(binary, left.series, right.values, { order: "vector first", work });
  }
  if (left.kind === "scalar" && right.kind === "vector") {
    return await combineEach(binary, right.series, left.values, { order: "scalar first", work });
  }
  if (left.kind !== "vector" || right.kind !== "vector") throw new TypeError("the parser lets no strings through");
  if (isSetOperator(binary.operator))
    return { kind: "vector", series: applySetOperator(binary, left.series, right.series) };
  return { kind: "vector", series: await matchVectors(binary, left.series, right.series, work) };
}

function combineScalars({ operator }: Binary, left: Float64Array, right: Float64Array): Value {
  if (isSetOperator(operator)) throw new TypeError("the parser lets no sets of scalars through");
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
  { order, work }: { order: "vector first" | "scalar first"; work: Work },
): Promise<VectorValue> {
  const change = eachChange(binary, order);
  for (const { values, present } of series) {
    if (work.isDue()) await work.rest();
    for (let step = 0; step < values.length; step += 1) {
      if (present[step] !== ABSENT) change(values, present, step, scalar[step] ?? 0);
    }
  }
  const dropsName = !isComparison(binary.operator) || binary.returnsBool;
  return { kind: "vector", series: dropsName ? series.map((one) => ({ ...one, dropsName })) : series };
}

type Change = (values: Float64Array, present: Uint8Array, step: number, scalar: number) => void;

/** What happens to one value of the vector. */
function eachChange({ operator, returnsBool }: Binary, order: "vector first" | "scalar first"): Change {
  if (isSetOperator(operator)) throw new TypeError("the parser lets no sets of scalars through");
  const isSwapped = order === "scalar first";
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
