import { type Grouping, type Labels, labelsKey } from "../labels/labels.ts";
import type { Binary } from "../promql/syntax.ts";
import { matchingLabels } from "./matching.ts";
import { ABSENT, emptyColumn, FLOAT, groupBy, hasAny, presenceOf, type VectorSeries } from "./values.ts";
import type { Work } from "./work.ts";

/** Both sides of an operation, with the series in them that `fill` adds. */
export interface FilledSides {
  readonly left: readonly VectorSeries[];
  readonly right: readonly VectorSeries[];
}

/** Adds to each side that has a value for it what the other one has and it has not, under the matching labels. */
export async function fillMissing(binary: Binary, sides: FilledSides, work: Work): Promise<FilledSides> {
  const { fill } = binary.matching;
  if (fill === undefined) return sides;
  const grouping = matchingLabels(binary.matching);
  const left = await groupsOf(sides.left, grouping, work);
  const right = await groupsOf(sides.right, grouping, work);
  const added = (value: number | undefined, to: Groups, from: Groups) =>
    value === undefined ? [] : missingSeries(value, to, from, work);
  return {
    left: [...sides.left, ...added(fill.left, left, right)],
    right: [...sides.right, ...added(fill.right, right, left)],
  };
}

/** Where the series of each group have values, by the key of its labels. */
type Groups = ReadonlyMap<string, { readonly labels: Labels; readonly present: Uint8Array }>;

async function groupsOf(series: readonly VectorSeries[], grouping: Grouping, work: Work): Promise<Groups> {
  const groups = await groupBy(series, ({ labels }) => grouping(labels), work);
  return new Map(
    [...groups.values()].map((group) => {
      const labels = grouping(group[0]?.labels ?? []);
      return [labelsKey(labels), { labels, present: presenceOf(group) }] as const;
    }),
  );
}

function missingSeries(value: number, to: Groups, from: Groups, work: Work): VectorSeries[] {
  return [...from].flatMap(([key, { labels, present }]) => {
    const known = to.get(key)?.present;
    const column = emptyColumn(present.length);
    for (let step = 0; step < present.length; step += 1) {
      if (present[step] === ABSENT || (known !== undefined && known[step] !== ABSENT)) continue;
      column.values[step] = value;
      column.present[step] = FLOAT;
    }
    if (!hasAny(column)) return [];
    work.hold(present.length);
    return [{ labels, dropsName: false, ...column }];
  });
}
