import { queryOptions } from "@tanstack/react-query";
import { proxyOf } from "../api/data-source-proxy.ts";
import { callPrometheus } from "../dashboard/data/prometheus-call.ts";
import { textsOf } from "../dashboard/model/json.ts";

/** Names that begin with the same word, e.g. `vedette_`. */
export interface MetricGroup {
  readonly prefix: string;
  readonly names: readonly string[];
}

/** More names than these nobody reads; the search finds the others. */
const MOST_NAMES = 500;

/** All metrics of a data source by name. */
export function metricNamesQuery(source: string) {
  return queryOptions({
    queryKey: ["metric-names", source],
    queryFn: async ({ signal }) => {
      const call = { base: proxyOf(source), path: "label/__name__/values", parameters: [] };
      const { data } = await callPrometheus(call, { signal, signedOut: "wait" });
      return textsOf(data);
    },
    staleTime: 60_000,
  });
}

/**
 * The names that hold every word of a search, by their first words.
 *
 * @returns how many more there are than are shown, too
 */
export function groupMetrics(
  names: readonly string[],
  search: string,
): { readonly groups: readonly MetricGroup[]; readonly more: number } {
  const words = search.toLowerCase().split(/\s+/);
  const found = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  const shown = found.slice(0, MOST_NAMES);
  const byPrefix = Map.groupBy(shown, (name) => /^[^_:.]+[_:.]/.exec(name)?.[0] ?? name);
  const groups = [...byPrefix].map(([prefix, members]) => ({ prefix, names: members }));
  return { groups, more: found.length - shown.length };
}
