/** What a metric says for one set of tags. */
export type NormalPoint =
  | { readonly tags: Readonly<Record<string, string>>; readonly value: number }
  | {
      readonly tags: Readonly<Record<string, string>>;
      /** Upper bounds with all that lies below, the last bound being infinity. */
      readonly buckets: readonly (readonly [number, number])[];
      readonly sum: number;
      readonly count: number;
    };

/** Adds up two points of the same tags. Of histograms with different bounds only the common ones stay. */
export function mergePoint(
  known: NormalPoint | undefined,
  next: NormalPoint,
): { readonly point: NormalPoint; readonly note?: string } {
  if (known === undefined) return { point: next };
  if ("value" in known && "value" in next) return { point: { tags: known.tags, value: known.value + next.value } };
  if (!("buckets" in known && "buckets" in next)) return { point: known };
  const counts = new Map(next.buckets);
  const buckets = known.buckets.flatMap(([bound, count]) => {
    const other = counts.get(bound);
    return other === undefined ? [] : [[bound, count + other] as const];
  });
  const point = { tags: known.tags, buckets, sum: known.sum + next.sum, count: known.count + next.count };
  const isWhole = buckets.length === known.buckets.length && buckets.length === next.buckets.length;
  return isWhole ? { point } : { point, note: "bounds differ between SDKs; only the common ones are added up" };
}
