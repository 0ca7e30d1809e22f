import { formatFloat } from "../src/engine/float-text.ts";
import { QueryEngine, type QueryLimits, type QueryResult } from "../src/engine/query.ts";
import { formatLabels, type Labels, labelsOf } from "../src/labels/labels.ts";
import { parseDuration } from "../src/promql/literal.ts";
import { parseQuery } from "../src/promql/parse.ts";
import { Batch } from "../src/store/batch.ts";
import { Head } from "../src/store/head.ts";

/** An engine over some series in memory, asked in seconds since the epoch. */
export interface LoadedSeries {
  /** The answer at a time: a text for each series, e.g. `foo{a="b"} 1`. */
  at(time: string, query: string): Promise<string[]>;
  /** The answer from 0 to a time: a text for each series with `_` where there is nothing. */
  over(end: string, step: string, query: string): Promise<string[]>;
  result(time: string, query: string, signal?: AbortSignal): Promise<QueryResult>;
  /** As `over`, with the annotations. */
  rangeResult(end: string, step: string, query: string): Promise<QueryResult>;
}

const LIMITS: QueryLimits = {
  timeoutMs: 60_000,
  maxSamples: 50_000_000,
  maxProcessedSamples: 5_000_000_000,
  lookbackMs: 300_000,
  isExperimentalOn: true,
};

/**
 * Loads series written as selector and values: `1 2 _ stale` with one word for each step, `0+10x3` for 0 10 20 30,
 * `5x2` for 5 5 5. The first value is at time 0.
 */
export async function load(
  step: string,
  series: Readonly<Record<string, string>>,
  limits: Partial<QueryLimits> = {},
): Promise<LoadedSeries> {
  const head = new Head(() => ({ maxSeries: 1_000_000, outOfOrderMs: 300_000 }));
  for (const [selector, values] of Object.entries(series)) append(head, selector, ms(step), values);
  const engine = new QueryEngine({
    source: { select: async (matchers) => head.select(matchers) },
    limits: () => ({ ...LIMITS, ...limits }),
    concurrency: { concurrency: 20, concurrencyPerUser: 4, waitingPerUser: 100 },
  });
  const result = (time: string, query: string, signal = new AbortController().signal) =>
    engine.instant({ query, principal: "user:a", sight: "all", signal }, ms(time));
  const rangeResult = (end: string, every: string, query: string) => {
    const { signal } = new AbortController();
    return engine.range({ query, principal: "user:a", sight: "all", signal }, 0, ms(end), ms(every));
  };
  return {
    result,
    at: async (time, query) => texts(await result(time, query)),
    over: async (end, every, query) => texts(await rangeResult(end, every, query)),
    rangeResult,
  };
}

function ms(duration: string): number {
  const length = duration === "0" ? 0 : parseDuration(duration);
  if (length === undefined) throw new TypeError(`${duration} is no duration`);
  return length;
}

function append(head: Head, selector: string, stepMs: number, values: string): void {
  const series = head.seriesFor(labelsOfSelector(selector));
  if (series === undefined) throw new TypeError("the head takes all series of a test");
  const batch = new Batch();
  for (const [index, value] of values.split(/\s+/).flatMap(expand).entries()) {
    if (value === "stale") batch.addStale(series, index * stepMs);
    else if (value !== "_") batch.add(series, index * stepMs, Number(value));
  }
  head.apply(batch);
}

function labelsOfSelector(selector: string): Labels {
  const expression = parseQuery(selector);
  if (expression.kind !== "vector selector") throw new TypeError(`${selector} is no series`);
  return labelsOf(expression.matchers.map(({ name, value }) => [name, value]));
}

function expand(word: string): string[] {
  const [, start = "", by = "+0", times = ""] = /^(-?[\d.]+|_)([+-][\d.]+)?x(\d+)$/.exec(word) ?? [];
  if (times === "") return [word];
  return Array.from({ length: Number(times) + 1 }, (_, at) =>
    start === "_" ? "_" : String(Number(start) + at * Number(by)),
  );
}

function texts({ data }: QueryResult): string[] {
  if (data.kind === "scalar") return [formatFloat(data.value)];
  if (data.kind === "string") return [data.text];
  if (data.kind === "samples") {
    return data.series.map(({ labels, samples: { times, values } }) => {
      const points = [...values].map((value, index) => `${formatFloat(value)}@${(times[index] ?? 0) / 1000}`);
      return `${formatLabels(labels)} ${points.join(" ")}`;
    });
  }
  return data.series.map(({ labels, values, present }) => {
    const points = [...values].map((value, step) => (present[step] === 0 ? "_" : formatFloat(value)));
    return `${formatLabels(labels)} ${points.join(" ")}`;
  });
}
