import { CATALOGUE, type CatalogueEntry, type MetricName } from "../catalogue.ts";

/** Core SDKs write this where ten hours are meant. */
const MISTAKEN_MS = 30_600_000;

/** The unit of a histogram that says none, by its bounds. */
export function guessUnit(base: MetricName, bounds: readonly number[]): "s" | "ms" {
  const { bucketsMs = [] }: CatalogueEntry = CATALOGUE[base];
  const finite = bounds.filter(Number.isFinite);
  if (isSame(finite, bucketsMs)) return "ms";
  if (
    isSame(
      finite.map((bound) => bound * 1000),
      bucketsMs,
    )
  )
    return "s";
  return (finite[0] ?? 0) >= 1 ? "ms" : "s";
}

function isSame(bounds: readonly number[], expected: readonly number[]): boolean {
  return (
    bounds.length === expected.length &&
    bounds.every((bound, at) => {
      const wanted = expected[at] ?? Number.NaN;
      return Math.abs(bound - wanted) <= wanted * 1e-9 || Math.round(bound) === MISTAKEN_MS;
    })
  );
}
