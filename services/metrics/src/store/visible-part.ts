import { labelsKey } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import { SERIES_PER_LOOK } from "./pauses.ts";
import type { SampleSource, StoredSeries } from "./source.ts";

/** What somebody may see: all, or the series for which all matchers of any of some lists hold. */
export type Sight = "all" | readonly (readonly Matcher[])[];

/** What of a selector lies within sight: one list of matchers for each list of it. */
export function withinSight(matchers: readonly Matcher[], sight: Sight): (readonly Matcher[])[] {
  return sight === "all" ? [matchers] : sight.map((visible) => [...matchers, ...visible]);
}

/**
 * The part of a source that somebody may see.
 *
 * @param rest - gives others a turn; ends the work by throwing
 */
export function visiblePart(source: SampleSource, sight: Sight, rest: () => Promise<void>): SampleSource {
  if (sight === "all") return source;
  return {
    async select(matchers, fromMs, toMs) {
      const lists = withinSight(matchers, sight);
      const [only] = lists;
      if (only !== undefined && lists.length === 1) return await source.select(only, fromMs, toMs);
      const found = new Map<string, StoredSeries>();
      let seen = 0;
      for (const list of lists) {
        for (const series of await source.select(list, fromMs, toMs)) {
          found.set(labelsKey(series.labels), series);
          seen += 1;
          if (seen % SERIES_PER_LOOK === 0) await rest();
        }
      }
      return [...found.values()];
    },
  };
}
