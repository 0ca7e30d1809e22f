import { compareLabels, labelsKey } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import type { SampleSource, StoredSeries } from "./source.ts";

/** What somebody may see: all, or the series for which all matchers of any of some lists hold. */
export type Sight = "all" | readonly (readonly Matcher[])[];

/** What of a selector lies within sight: one list of matchers for each list of it. */
export function withinSight(matchers: readonly Matcher[], sight: Sight): (readonly Matcher[])[] {
  return sight === "all" ? [matchers] : sight.map((visible) => [...matchers, ...visible]);
}

/** The part of a source that somebody may see. */
export function visiblePart(source: SampleSource, sight: Sight): SampleSource {
  if (sight === "all") return source;
  return {
    async select(matchers, fromMs, toMs) {
      const found = new Map<string, StoredSeries>();
      for (const list of withinSight(matchers, sight)) {
        for (const series of await source.select(list, fromMs, toMs)) found.set(labelsKey(series.labels), series);
      }
      return [...found.values()].sort((one, other) => compareLabels(one.labels, other.labels));
    },
  };
}
