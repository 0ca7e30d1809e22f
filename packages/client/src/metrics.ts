import type { CallApi } from "./call-api.ts";

export interface InstantQuery {
  readonly query: string;
  /** The moment it is asked for; now unless given. */
  readonly time?: Date;
}

export interface RangeQuery {
  readonly query: string;
  readonly start: Date;
  readonly end: Date;
  readonly stepSeconds: number;
}

/** What a query found; samples are `[seconds since 1970, value as text]`. */
export type MetricsResult =
  | {
      readonly resultType: "vector";
      readonly result: readonly {
        readonly metric: Record<string, string>;
        readonly value: readonly [number, string];
      }[];
    }
  | {
      readonly resultType: "matrix";
      readonly result: readonly {
        readonly metric: Record<string, string>;
        readonly values: readonly (readonly [number, string])[];
      }[];
    }
  | { readonly resultType: "scalar" | "string"; readonly result: readonly [number, string] };

/** Questions to the metric store, in PromQL. Every method throws `VedetteError` for a refusal. */
export interface Metrics {
  query(query: InstantQuery): Promise<MetricsResult>;
  queryRange(query: RangeQuery): Promise<MetricsResult>;
}

export function metricsOf(call: CallApi): Metrics {
  const ask = async (path: string, query: Record<string, string | number | undefined>) => {
    const answer = await call(`/prometheus/api/v1/${path}`, { query });
    // Proven by the protocol: a success has these data.
    return Reflect.get(Object(answer), "data") as MetricsResult;
  };
  const seconds = (time: Date) => time.getTime() / 1000;
  return {
    query: ({ query, time }) => ask("query", { query, time: time && seconds(time) }),
    queryRange: ({ query, start, end, stepSeconds }) =>
      ask("query_range", { query, start: seconds(start), end: seconds(end), step: stepSeconds }),
  };
}
