import { MetricsError } from "../errors.ts";
import {
  droppingLabels,
  formatAllLabels,
  keepingLabels,
  type Labels,
  labelsKey,
  labelValue,
  withLabel,
  withoutMetadata,
} from "../labels/labels.ts";
import { type Binary, isComparison, isSetOperator, isTrimOperator, type VectorMatching } from "../promql/syntax.ts";
import { type CombineValues, type SampleValue, valueCombiner } from "./combine-values.ts";
import { type FilledSides, fillMissing } from "./fill-missing.ts";
import { matchingLabels } from "./matching.ts";
import type { Notes } from "./notes.ts";
import { ARITHMETIC, COMPARE, keepsNames } from "./operators.ts";
import { ABSENT, emptyColumn, FLOAT, groupBy, hasAny, setAt, type VectorSeries, valueAt } from "./values.ts";
import type { Work } from "./work.ts";

/**
 * Arithmetic and comparison of two vectors: each series of the "many" side meets the one series of the other side
 * that has the same matching labels. Without a group modifier the left side counts as "many", and may not be.
 *
 * @throws MetricsError `query_refused` when a series meets two, or two results could not be told apart
 */
export async function matchVectors(
  binary: Binary,
  given: FilledSides,
  { work, notes }: { readonly work: Work; readonly notes: Notes },
): Promise<VectorSeries[]> {
  const isSwapped = binary.matching.cardinality === "one-to-many";
  const { left, right } = await fillMissing(binary, given, work);
  const [many, one] = isSwapped ? [right, left] : [left, right];
  if (many.length === 0) return [];
  const grouping = matchingLabels(binary.matching);
  const partners = new Map<string, Partner>();
  for (const [key, group] of await groupBy(one, ({ labels }) => grouping(labels), work)) {
    if (work.isDue()) await work.rest();
    partners.set(key, partnerOf(group, grouping, isSwapped ? "left" : "right"));
  }
  const results = new ResultColumns(binary, work, notes);
  for (const series of many) {
    const partner = partners.get(labelsKey(grouping(series.labels)));
    if (partner === undefined) continue;
    if (work.isDue()) await work.rest();
    results.add(series, partner);
  }
  return results.series;
}

/** The series of the "one" side with the same matching labels: at each step at most one of them has a value. */
interface Partner {
  readonly series: readonly VectorSeries[];
  /** Which of them has a value at a step; absent when there is only one series. */
  readonly indexAt: Int32Array | undefined;
  /** The steps at which a series of the other side met one of them. */
  readonly met: Uint8Array;
}

function partnerOf(
  group: readonly VectorSeries[],
  grouping: (labels: Labels) => Labels,
  side: "left" | "right",
): Partner {
  const met = new Uint8Array(group[0]?.present.length ?? 0);
  if (group.length === 1) return { series: group, indexAt: undefined, met };
  const indexAt = new Int32Array(met.length).fill(-1);
  for (const [index, { present }] of group.entries()) {
    for (let step = 0; step < present.length; step += 1) {
      if (present[step] === ABSENT) continue;
      if (indexAt[step] !== -1) throw ambiguousPartner(group, indexAt[step] ?? 0, index, grouping, side);
      indexAt[step] = index;
    }
  }
  return { series: group, indexAt, met };
}

function ambiguousPartner(
  group: readonly VectorSeries[],
  one: number,
  other: number,
  grouping: (labels: Labels) => Labels,
  side: "left" | "right",
): MetricsError {
  const [first = [], second = []] = [group[other]?.labels, group[one]?.labels];
  const names = [first, second].map(formatAllLabels).sort().join(", ");
  const detail =
    `found duplicate series for the match group ${formatAllLabels(grouping(first))} on the ${side} hand-side of the operation: ` +
    `[${names}];many-to-many matching not allowed: matching labels must be unique on one side`;
  return new MetricsError("query_refused", { detail });
}

/** A result, and the steps at which two series met for it. */
interface ResultColumn {
  readonly series: VectorSeries;
  readonly met: Uint8Array;
}

/** Where two series meet: the result that they write to, and the steps that are taken. */
interface Meeting {
  readonly target: ResultColumn;
  readonly taken: Uint8Array;
}

/**
 * Collects the results: several series of the "many" side may write to one, never at the same step. That they meet
 * counts, even where a comparison leaves none or one of them.
 */
class ResultColumns {
  readonly #binary: Binary;
  readonly #work: Work;
  readonly #byKey = new Map<string, ResultColumn>();
  readonly #combineValues: CombineValues;
  readonly #compute: (many: number, one: number) => number | undefined;

  constructor(binary: Binary, work: Work, notes: Notes) {
    this.#combineValues = valueCombiner(binary, notes);
    this.#binary = binary;
    this.#work = work;
    this.#compute = computation(binary, this.#combineValues);
  }

  get series(): VectorSeries[] {
    return [...this.#byKey.values()].map(({ series }) => series).filter(hasAny);
  }

  add(many: VectorSeries, { series, indexAt, met }: Partner): void {
    const isOneToOne = this.#binary.matching.cardinality === "one-to-one";
    for (const [index, one] of series.entries()) {
      const target = this.#target(many, one);
      const meeting = { target, taken: isOneToOne ? met : target.met };
      for (let step = 0; step < many.present.length; step += 1) {
        if (many.present[step] === ABSENT || one.present[step] === ABSENT) continue;
        if (indexAt === undefined || indexAt[step] === index) this.#meet(many, one, step, meeting);
      }
    }
  }

  #meet(many: VectorSeries, one: VectorSeries, step: number, { target, taken }: Meeting): void {
    if (taken[step] === 1) throw ambiguousResult(this.#binary.matching);
    taken[step] = 1;
    const value = this.#valueOf(many, one, step);
    if (value !== undefined) this.#write(target.series, step, value);
  }

  #target(many: VectorSeries, one: VectorSeries): ResultColumn {
    const labels = resultLabels(many.labels, one.labels, this.#binary);
    const key = labelsKey(labels);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#work.hold(many.values.length);
    const dropsName = this.#binary.returnsBool || (keepsNames(this.#binary.operator) && many.dropsName);
    const count = many.values.length;
    const target = { series: { labels, dropsName, ...emptyColumn(count) }, met: new Uint8Array(count) };
    this.#byKey.set(key, target);
    return target;
  }

  #valueOf(many: VectorSeries, one: VectorSeries, step: number): SampleValue | undefined {
    const areFloats = many.present[step] === FLOAT && one.present[step] === FLOAT;
    if (areFloats) return this.#compute(many.values[step] ?? 0, one.values[step] ?? 0);
    return this.#combine(valueAt(many, step), valueAt(one, step));
  }

  #combine(many: SampleValue | undefined, one: SampleValue | undefined): SampleValue | undefined {
    if (many === undefined || one === undefined) return undefined;
    const isSwapped = this.#binary.matching.cardinality === "one-to-many";
    return isSwapped ? this.#combineValues(one, many) : this.#combineValues(many, one);
  }

  #write(target: VectorSeries, step: number, value: SampleValue): void {
    if (target.present[step] !== ABSENT) throw ambiguousResult(this.#binary.matching);
    setAt(target, step, value);
  }
}

function ambiguousResult({ cardinality }: VectorMatching): MetricsError {
  const remedy =
    cardinality === "one-to-one"
      ? "many-to-one matching must be explicit (group_left/group_right)"
      : "grouping labels must ensure unique matches";
  return new MetricsError("query_refused", { detail: `multiple matches for labels: ${remedy}` });
}

/** What two values make; `undefined` when a comparison does not hold. */
function computation(
  { operator, returnsBool, matching }: Binary,
  combineValues: CombineValues,
): (many: number, one: number) => number | undefined {
  if (isSetOperator(operator)) throw new TypeError("sets are not computed");
  if (isTrimOperator(operator)) {
    // Floats have nothing that could be cut off, which is noted.
    return (many, one) => void combineValues(many, one);
  }
  const isSwapped = matching.cardinality === "one-to-many";
  if (!isComparison(operator)) {
    const apply = ARITHMETIC[operator];
    return isSwapped ? (many, one) => apply(one, many) : apply;
  }
  const compare = COMPARE[operator];
  return (many, one) => {
    const [left, right] = isSwapped ? [one, many] : [many, one];
    const holds = compare(left, right);
    if (returnsBool) return holds ? 1 : 0;
    return holds ? left : undefined;
  };
}

function resultLabels(many: Labels, one: Labels, { operator, matching }: Binary): Labels {
  const named = keepsNames(operator) ? many : withoutMetadata(many);
  const kept = matching.cardinality === "one-to-one" ? sharedLabels(matching)(named) : named;
  return matching.include.reduce((labels, name) => withLabel(labels, name, labelValue(one, name)), kept);
}

/** Of two single series only the labels by which they matched can be meant. */
function sharedLabels({ isOn, labels }: VectorMatching): (labels: Labels) => Labels {
  return isOn ? keepingLabels(labels) : droppingLabels(labels);
}
