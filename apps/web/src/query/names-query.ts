import { queryOptions } from "@tanstack/react-query";
import { callPrometheus } from "../dashboard/data/prometheus-call.ts";
import { textsOf } from "../dashboard/model/json.ts";
import { isMetricName } from "./built-query.ts";

interface NamesSearch {
  /** Path of the Prometheus API that knows them. */
  readonly base: string;
  /** `label/__name__/values`, `labels` or `label/…/values`. */
  readonly path: string;
  /** Only what series of this metric have. */
  readonly metric?: string;
}

/** Names that a data source knows, to be offered. */
export function namesQuery({ base, path, metric = "" }: NamesSearch) {
  return queryOptions({
    queryKey: ["query-names", base, path, metric],
    queryFn: async ({ signal }) => {
      const parameters = isMetricName(metric) ? [["match[]", metric] as const] : [];
      const { data } = await callPrometheus({ base, path, parameters }, { signal, signedOut: "wait" });
      return textsOf(data);
    },
    staleTime: 60_000,
  });
}
