import { CATALOGUE, type MetricName, normalizedQuery } from "@vedette/worker-metrics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleSeries } from "./peer/data-set.ts";
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
    const url = `/prometheus/api/v1/query?time=${T}&query=${encodeURIComponent(query)}`;
    const { body } = await store.app.inject(url);
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
