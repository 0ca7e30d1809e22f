import { CATALOGUE, createAlerts, createDashboards, type MetricName, normalizedQuery } from "@vedette/worker-metrics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComparedAnswer, differencesOf } from "./peer/compare.ts";
import { type SampleSeries, toOpenMetrics } from "./peer/data-set.ts";
import { hasPrometheus, type PrometheusServer, startPrometheus } from "./peer/prometheus-server.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

const T = 1_700_000_000;
const TIMES = Array.from({ length: 41 }, (_, at) => (T - 600 + at * 15) * 1000);

function rising(labels: Record<string, string>, perStep: number): SampleSeries {
  return { labels, samples: TIMES.map((time, at) => [time, at * perStep] as const) };
}

/** Every request of a worker takes between the third bound and the fourth. */
function latencies(name: string, job: string, bounds: readonly string[]): SampleSeries[] {
  return bounds.map((le, at) =>
    rising({ __name__: `${name}_bucket`, job, instance: job, operation: "Poll", le }, at < 3 ? 0 : 10),
  );
}

const MS = ["50", "100", "500", "1000", "2500", "+Inf"];
const SECONDS = ["0.05", "0.1", "0.5", "1", "2.5", "+Inf"];

/** Activities of two programs with other buckets, the second one half of the first: all take between 0.5 and 1 second. */
function waits(): SampleSeries[] {
  const name = "temporal_activity_schedule_to_start_latency_seconds_bucket";
  const of = (job: string, bounds: readonly string[], perStep: number) =>
    bounds.map((le) =>
      rising(
        { __name__: name, job, instance: job, task_queue: "q", le },
        le === "+Inf" || Number(le) >= 1 ? perStep : 0,
      ),
    );
  return [
    ...of("go", ["0.1", "0.5", "1", "5", "+Inf"], 20),
    ...of("java", ["0.1", "0.25", "0.5", "0.75", "1", "3", "5", "+Inf"], 10),
  ];
}

/** The same load, as workers of four kinds write it. */
function fleet(): SampleSeries[] {
  const of = (job: string, name: string) => ({ __name__: name, job, instance: job, operation: "Poll" });
  return [
    ...latencies("temporal_request_latency", "typescript", MS),
    ...latencies("temporal_request_latency", "python-in-seconds", SECONDS),
    ...latencies("temporal_request_latency_seconds", "java", SECONDS),
    ...latencies("vedette_request_latency_milliseconds", "vedette", MS),
    rising(of("typescript", "temporal_request"), 15),
    rising(of("java", "temporal_request_total"), 15),
    rising(of("vedette", "vedette_request"), 15),
    ...waits(),
    ...["RpsLimit", "RESOURCE_EXHAUSTED_CAUSE_RPS_LIMIT"].map((cause) =>
      rising({ ...of(cause, "temporal_request_resource_exhausted_total"), cause }, 15),
    ),
    rising({ ...of("go", "temporal_activity_canceled_total"), task_queue: "q" }, 15),
    rising({ ...of("go", "temporal_activity_execution_cancelled_total"), task_queue: "q" }, 15),
    ...["60", "95"].map((percent) => ({
      labels: { __name__: "temporal_resource_slots_mem_usage", instance: percent },
      samples: TIMES.map((time) => [time, Number(percent)] as const),
    })),
    ...["workflow_sticky_task", "sticky_workflow_task"].map((poller_type) => ({
      labels: { __name__: "temporal_num_pollers", instance: poller_type, poller_type },
      samples: TIMES.map((time) => [time, 2] as const),
    })),
  ];
}

describe("a query about workers of several SDKs", () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(fleet());
  });
  afterAll(() => store[Symbol.asyncDispose]());

  async function ask(query: string): Promise<Record<string, number>> {
    const payload = new URLSearchParams({ time: String(T), query }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { body } = await store.app.inject({ method: "POST", url: "/prometheus/api/v1/query", headers, payload });
    const { data, error } = JSON.parse(body);
    expect(error).toBeUndefined();
    return Object.fromEntries(
      data.result.map(({ metric, value }: { metric: Record<string, string>; value: [number, string] }) => [
        Object.values(metric).join(),
        Number(value[1]),
      ]),
    );
  }

  it("gives every duration in seconds, whatever unit it was written in", async () => {
    const answer = await ask(normalizedQuery("request_latency", { by: ["job"], quantile: 0.5 }));

    expect(Object.keys(answer).sort()).toEqual(["java", "python-in-seconds", "typescript", "vedette"]);
    for (const seconds of Object.values(answer)) expect(seconds).toBeCloseTo(0.75, 6);
  });

  it("adds workers with other buckets up on the bounds that all of them have", async () => {
    const answer = await ask(
      normalizedQuery("activity_schedule_to_start_latency", { by: ["task_queue"], quantile: 0.5 }),
    );
    const alone = await ask(
      normalizedQuery("activity_schedule_to_start_latency", { where: ['job="java"'], quantile: 0.5 }),
    );

    expect(answer["q"]).toBeCloseTo(0.75, 6);
    expect(alone[""]).toBeCloseTo(0.875, 6);
  });

  it("knows why requests were refused, whatever words were used", async () => {
    const answer = await ask(normalizedQuery("request_resource_exhausted", { by: ["cause"] }));

    expect(answer).toEqual({ RESOURCE_EXHAUSTED_CAUSE_RPS_LIMIT: 2 });
  });

  it("gives every counter as a rate, with and without its suffix", async () => {
    const answer = await ask(normalizedQuery("request", { by: ["job"] }));

    expect(answer).toEqual({ java: 1, typescript: 1, vedette: 1 });
  });

  it("counts what an SDK writes under an old and a new name once", async () => {
    expect(await ask(normalizedQuery("activity_execution_cancelled", { by: ["task_queue"] }))).toEqual({ q: 1 });
  });

  it("knows a poller under both of its names", async () => {
    expect(await ask(normalizedQuery("num_pollers", { by: ["poller_type"] }))).toEqual({ workflow_sticky_task: 4 });
  });

  it("gives the largest of several percentages, which add up to nothing", async () => {
    expect(await ask(normalizedQuery("resource_slots_mem_usage"))).toEqual({ "": 95 });
  });

  it("can be asked about every metric of the catalogue", async () => {
    for (const name of Object.keys(CATALOGUE).filter((key): key is MetricName => key in CATALOGUE)) {
      await ask(normalizedQuery(name, { by: ["task_queue"], where: ['namespace="default"'] }));
    }
  });
});

/** Numbers and durations as exporters of each SDK send them by OTLP; a minute of them. */
describe("a query about workers that report by OTLP", () => {
  const SENT = Array.from({ length: 5 }, (_, at) => T - 60 + at * 15);
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
    for (const [at, seconds] of SENT.entries()) {
      const report = { resourceMetrics: programs(at, seconds) };
      const request = { method: "POST", url: "/v1/metrics", payload: JSON.stringify(report) } as const;
      const answer = await store.app.inject({ ...request, headers: { "content-type": "application/json" } });
      expect([answer.statusCode, answer.body]).toEqual([200, "{}"]);
    }
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const program = (name: string, metrics: readonly object[]) => ({
    resource: { attributes: [text("service.name", name), text("service.instance.id", name)] },
    scopeMetrics: [{ metrics }],
  });

  /** Every step 15 requests, which all take three quarters of a second. */
  function programs(at: number, seconds: number) {
    const point = { timeUnixNano: `${seconds}000000000`, attributes: [text("operation", "Poll")] };
    const requests = (count: number, kind: object) => ({
      name: "temporal_request",
      sum: { ...kind, dataPoints: [{ ...point, asInt: String(count) }] },
    });
    const latency = (unit: string, explicitBounds: readonly number[], bucket: number, temporality = 2) => {
      const count = temporality === 1 ? 15 : 15 * (at + 1);
      const bucketCounts = [...explicitBounds, Number.POSITIVE_INFINITY].map((_, place) =>
        place === bucket ? count : 0,
      );
      const dataPoints = [{ ...point, count, sum: 0.75 * count, bucketCounts, explicitBounds }];
      return { name: "temporal_request_latency", unit, histogram: { aggregationTemporality: temporality, dataPoints } };
    };
    const exponential = {
      ...point,
      count: 15 * (at + 1),
      sum: 11,
      scale: 0,
      positive: { offset: -1, bucketCounts: [15 * (at + 1)] },
    };
    const summed = { isMonotonic: true, aggregationTemporality: 2 };
    const [ms, s] = [MS, SECONDS].map((bounds) => bounds.slice(0, -1).map(Number));
    return [
      program("core", [requests(15 * at, summed), latency("ms", ms ?? [], 3)]),
      program("core-delta", [requests(15, { ...summed, aggregationTemporality: 1 }), latency("ms", ms ?? [], 3, 1)]),
      program("core-in-seconds", [latency("s", s ?? [], 3)]),
      // Counters of Go may fall, as far as OpenTelemetry is told.
      program("go", [requests(15 * at, { aggregationTemporality: 2 }), latency("s", s ?? [], 3)]),
      program("java", [requests(15 * at, summed), latency("milliseconds", ms ?? [], 3)]),
      program("exponential", [
        {
          name: "temporal_request_latency",
          unit: "s",
          exponentialHistogram: { aggregationTemporality: 2, dataPoints: [exponential] },
        },
      ]),
    ];
  }

  async function ask(query: string): Promise<Record<string, number>> {
    const url = `/prometheus/api/v1/query?time=${T}&query=${encodeURIComponent(query)}`;
    const { data } = JSON.parse((await store.app.inject(url)).body);
    return Object.fromEntries(
      data.result.map(({ metric, value }: { metric: { job: string }; value: [number, string] }) => [
        metric.job,
        Number(value[1]),
      ]),
    );
  }

  it("finds the counters of all of them", async () => {
    const rates = await ask(normalizedQuery("request", { by: ["job"], window: "1m" }));

    expect(Object.keys(rates).sort()).toEqual(["core", "core-delta", "go", "java"]);
    for (const rate of Object.values(rates)) expect(rate).toBeCloseTo(1, 6);
  });

  it("finds their durations, in seconds, whatever unit and kind of histogram they are sent in", async () => {
    const quantiles = await ask(normalizedQuery("request_latency", { by: ["job"], quantile: 0.5 }));

    const jobs = ["core", "core-delta", "core-in-seconds", "exponential", "go", "java"];
    expect(Object.keys(quantiles).sort()).toEqual(jobs);
    for (const [job, seconds] of Object.entries(quantiles)) {
      // The native one has its buckets at powers of two, and goes between them by powers, too.
      expect(seconds, job).toBeCloseTo(job === "exponential" ? Math.SQRT1_2 : 0.75, 6);
    }
  });
});

describe.skipIf(!hasPrometheus)("every expression of the dashboards and alerts of a mixed fleet", () => {
  let peer: PrometheusServer;
  let ours: TestStore;
  beforeAll(async () => {
    const series = fleet().map(({ labels, samples }) => ({
      labels,
      // Between whole seconds: whether the ends of a range belong to it has changed between the versions.
      samples: samples.map(([time, value]) => [time + 217, value] as const),
    }));
    [peer, ours] = await Promise.all([startPrometheus(toOpenMetrics(series)), openTestStore(series)]);
  });
  afterAll(async () => {
    await peer?.[Symbol.asyncDispose]();
    await ours?.[Symbol.asyncDispose]();
  });

  it("has the same answer as from a real Prometheus", async () => {
    const panels = createDashboards().flatMap(({ panels }) => panels);
    const expressions = new Set([
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m"))),
      ...createAlerts().groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ]);
    const found: string[] = [];
    let answered = 0;
    for (const query of expressions) {
      const body = new URLSearchParams({ query, start: String(T - 330), end: String(T), step: "60" });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const url = "/prometheus/api/v1/query_range";
      const response = await ours.app.inject({ method: "POST", url, headers, payload: body.toString() });
      const answer = await fetch(`${peer.url}/api/v1/query_range`, { method: "POST", body });
      const [our, their] = [JSON.parse(response.body), await answer.json()] as [ComparedAnswer, ComparedAnswer];
      expect([our.status, their.status], query).toEqual(["success", "success"]);
      if (JSON.stringify(their.data?.result) !== "[]") answered += 1;
      found.push(...differencesOf(our, their).map((difference) => `${query}: ${difference}`));
    }

    expect(found).toEqual([]);
    expect(answered).toBeGreaterThan(5);
  });
});
