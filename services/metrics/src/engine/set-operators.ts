import { type Grouping, labelsKey } from "../labels/labels.ts";
import type { Binary } from "../promql/syntax.ts";
import { matchingLabels } from "./matching.ts";
import {
  ABSENT,
  emptyColumn,
  FLOAT,
  groupBy,
  hasAny,
  presenceOf,
  setAt,
  type VectorSeries,
  valueAt,
} from "./values.ts";
import type { Work } from "./work.ts";

/** `and`, `or`, `unless`: which series stay at which steps. Values are never changed. */
export async function applySetOperator(
  { operator, matching }: Binary,
  { left, right }: { readonly left: readonly VectorSeries[]; readonly right: readonly VectorSeries[] },
  { work }: { readonly work: Work },
): Promise<readonly VectorSeries[]> {
  const grouping = matchingLabels(matching);
  const keyOf = (series: VectorSeries) => labelsKey(grouping(series.labels));
  const presence = (series: readonly VectorSeries[]) => presenceByKey(series, grouping, work);
  switch (operator) {
    case "and":
      return await restrict(left, keyOf, { others: await presence(right), rule: "where there", work });
    case "unless":
      return await restrict(left, keyOf, { others: await presence(right), rule: "where not there", work });
    default: {
      const added = await restrict(right, keyOf, { others: await presence(left), rule: "where not there", work });
      return added.length === 0 ? left : await mergeSeries([...left, ...added], work);
    }
  }
}

/** The steps at which any series of a group has a value, by the key of the group. */
async function presenceByKey(
  series: readonly VectorSeries[],
  grouping: Grouping,
  work: Work,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const presence = new Map<string, Uint8Array>();
  for (const [key, group] of await groupBy(series, ({ labels }) => grouping(labels), work)) {
    if (work.isDue()) await work.rest();
    presence.set(key, presenceOf(group));
  }
  return presence;
}

interface Restriction {
  readonly others: ReadonlyMap<string, Uint8Array>;
  readonly rule: "where there" | "where not there";
  readonly work: Work;
}

async function restrict(
  series: readonly VectorSeries[],
  keyOf: (series: VectorSeries) => string,
  { others, rule, work }: Restriction,
): Promise<VectorSeries[]> {
  const kept: VectorSeries[] = [];
  for (const one of series) {
    if (work.isDue()) await work.rest();
    const there = others.get(keyOf(one));
    if (there === undefined) {
      if (rule === "where not there") kept.push(one);
      continue;
    }
    keepWhere(one, there, rule === "where there" ? FLOAT : ABSENT);
    if (hasAny(one)) kept.push(one);
  }
  return kept;
}

function keepWhere({ present }: VectorSeries, there: Uint8Array, wanted: number): void {
  for (let step = 0; step < there.length; step += 1) if (there[step] !== wanted) present[step] = ABSENT;
}

/** Series of both sides with the same labels are one where they have no step in common. */
async function mergeSeries(series: readonly VectorSeries[], work: Work): Promise<VectorSeries[]> {
  const groups = await groupBy(series, ({ labels }) => labels, work);
  const merged: VectorSeries[] = [];
  for (const group of groups.values()) {
    if (work.isDue()) await work.rest();
    merged.push(...mergeGroup(group, work));
  }
  return merged;
}

function mergeGroup(group: readonly VectorSeries[], work: Work): readonly VectorSeries[] {
  const [first] = group;
  const haveOneName = group.every(({ dropsName }) => dropsName === first?.dropsName);
  if (first === undefined || group.length === 1 || !haveOneName || haveSharedStep(group)) return group;
  const column = emptyColumn(first.values.length);
  work.hold(first.values.length);
  for (const one of group) {
    for (const [step, kind] of one.present.entries()) if (kind !== ABSENT) setAt(column, step, valueAt(one, step));
  }
  return [{ ...first, ...column }];
}

function haveSharedStep(group: readonly VectorSeries[]): boolean {
  const taken = new Uint8Array(group[0]?.present.length ?? 0);
  for (const { present } of group) {
    for (let step = 0; step < present.length; step += 1) {
      if (present[step] === ABSENT) continue;
      if (taken[step] === 1) return true;
      taken[step] = 1;
    }
  }
  return false;
}
